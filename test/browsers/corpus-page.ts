/** Runs in a browser: reads each file of the list, and reports what it read. */
import { readBothWays, readingOf } from '../../packages/sheets/src/testing/reading.ts';
import type { Asked, Read } from './asked.ts';

async function readOne({ file, options }: Asked): Promise<unknown> {
  const answer = await fetch(`/file?${new URLSearchParams({ file })}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return options === undefined ? readBothWays(bytes) : readingOf([bytes], options);
}

async function readAll(): Promise<Read[]> {
  const answer = await fetch('/files');
  const read: Read[] = [];
  for (const asked of (await answer.json()) as Asked[]) {
    const found = await readOne(asked).catch((error: unknown) => ({ failure: String(error) }));
    read.push({ file: asked.file, found });
  }
  return read;
}

const body = JSON.stringify(await readAll());
await fetch('/report', { method: 'POST', body });
