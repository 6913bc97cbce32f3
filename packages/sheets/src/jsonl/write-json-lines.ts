import { guarded } from '../table/formula-guard.ts';
import type { OutputTable } from '../model/sheet.ts';

/** Every column in every line, as the text that was read. */
export async function* writeJsonLines({ header, rows }: OutputTable): AsyncGenerator<string, void, void> {
  const names = header.map((name) => JSON.stringify(guarded(name)));
  let written = 0;
  for await (const chunk of rows) {
    const lines: string[] = [];
    for (const { number, cells } of chunk) {
      const pairs = names.map((name, at) => `${name}:${JSON.stringify(guarded(cells[at] ?? ''))}`);
      lines.push('\n'.repeat(number - written - 1), `{${pairs.join(',')}}\n`);
      written = number;
    }
    yield lines.join('');
  }
}
