/** Counts the rows in which a width ends within a word or a number, in constant memory. */
export function watchCuts(widths: readonly number[]) {
  let rows = 0;
  let sum = 0;
  // What follows the last width is refused by itself.
  const cuts = widths.slice(0, -1).map((width) => ({ at: (sum += width), rows: 0, first: 0 }));

  function see(row: number, line: string): void {
    if (line.trim() === '') return;
    rows += 1;
    const characters = /[\ud800-\udfff]/.test(line) ? Array.from(line) : line;
    for (const cut of cuts) {
      if (!isWithin(characters[cut.at - 1], characters[cut.at])) continue;
      if (cut.rows === 0) cut.first = row;
      cut.rows += 1;
    }
  }

  /** Without what was cut: notes go into mails. */
  function notes(): string[] {
    return cuts.flatMap((cut, at) =>
      cut.rows === 0
        ? []
        : `Width ${at + 1} cuts a word or a number in ${cut.rows} of ${rows} rows, first in row ${cut.first}.`,
    );
  }
  return { see, notes };
}

function isWithin(before = '', after = ''): boolean {
  return (isLetter.test(before) && isLetter.test(after)) || (isDigit.test(before) && isDigit.test(after));
}

const isLetter = /[\p{L}\p{M}]/u;
const isDigit = /\p{Nd}/u;
