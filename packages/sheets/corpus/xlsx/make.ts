/** Writes the workbooks of this corpus, and beside each what it means: `npm run corpus:xlsx -w @sluice/sheets`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import type { Case } from './case.ts';
import { cases } from './cases.ts';

const folder = new URL('files/', import.meta.url);

/** What a file means, as JSON. */
export function meaning({ says, options, expected }: Case): Promise<string> {
  const json = JSON.stringify({ says, ...(options && { options }), ...expected });
  return format(json, { parser: 'json', printWidth: 110 });
}

export const fileOf = (name: string): URL => new URL(name, folder);

if (import.meta.main) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const each of cases) {
    writeFileSync(fileOf(`${each.name}.xlsx`), each.bytes);
    writeFileSync(fileOf(`${each.name}.json`), await meaning(each));
  }
  console.log(`${cases.length} workbooks`);
}
