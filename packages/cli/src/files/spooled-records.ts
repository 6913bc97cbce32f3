import { customFieldsOf } from '@sluice/import-plan';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { spooledFile } from './source-file.ts';

type StoredRecord = Readonly<Record<string, unknown>>;
type Pages = AsyncIterable<readonly StoredRecord[]>;

/**
 * All records, read to the end into a temporary file, and the titles of the fields that the site has added to any of them: these are
 * columns, and a sheet begins with its columns. The file is removed when the records have been read again.
 */
export async function spooledRecords(
  pages: Pages,
): Promise<{ readonly records: Pages; readonly customTitles: readonly string[] }> {
  const titles = new Set<string>();
  const file = await spooledFile(linesOf(pages, titles), 'records');
  async function* records(): AsyncGenerator<readonly StoredRecord[]> {
    try {
      for await (const line of createInterface({ input: createReadStream(file.path) }))
        yield JSON.parse(line) as readonly StoredRecord[];
    } finally {
      await file.leave();
    }
  }
  return { records: records(), customTitles: [...titles] };
}

/** A line for each page, also for an empty one. */
async function* linesOf(pages: Pages, titles: Set<string>): AsyncGenerator<Buffer> {
  for await (const page of pages) {
    for (const record of page) for (const { title } of customFieldsOf(record)) titles.add(title);
    yield Buffer.from(`${JSON.stringify(page)}\n`);
  }
}
