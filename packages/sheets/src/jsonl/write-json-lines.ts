import { guarded } from '../table/formula-guard.ts';
import type { OutputTable } from '../model/sheet.ts';

/**
 * Every column in the first line, which names them, and in the others those with a value, as the text that was read: names may be longer
 * than all else.
 */
export async function* writeJsonLines({ header, rows }: OutputTable): AsyncGenerator<string, void, void> {
  const names = header.map((name) => JSON.stringify(guarded(name)));
  let written = 0;
  let isFirst = true;
  for await (const chunk of rows) {
    const lines: string[] = [];
    for (const { number, cells } of chunk) {
      const pairs = names.flatMap((name, at) => {
        const { [at]: cell = '' } = cells;
        return isFirst || cell !== '' ? [`${name}:${JSON.stringify(guarded(cell))}`] : [];
      });
      isFirst = false;
      lines.push('\n'.repeat(number - written - 1), `{${pairs.join(',')}}\n`);
      written = number;
    }
    yield lines.join('');
  }
}
