import { writeFile } from 'node:fs/promises';
import { csvLine } from '@sluice/sheets';
import { accountHeader, accountRows } from './src/sheets/interest-accounts.ts';
import { clientHeader, clientRows } from './src/sheets/clients.ts';
import { peopleWorkbook } from './src/sheets/people-workbook.ts';

const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

export const examples = new URL('../../examples/', import.meta.url);

/** The example sheets by their place in `examples`. Seeded: the same bytes each time. */
export const sheets: Readonly<Record<string, () => Buffer>> = {
  'drop-a-spreadsheet/new-clients.csv': newClients,
  'drop-a-spreadsheet/interest-accounts.csv': interestAccounts,
  'drop-a-spreadsheet/clients-with-five-mistakes.csv': clientsWithFiveMistakes,
  'scheduled-migration/migrations/people/people.xlsx': () => peopleWorkbook(40, 300),
};

/** As Excel saves "CSV UTF-8": a byte order mark, commas, CRLF; with two rows that somebody left blank. */
function newClients(): Buffer {
  const rows = clientRows(1200, 2026);
  const blank = clientHeader.map(() => '');
  const lines = [
    clientHeader,
    ...rows.slice(0, 400),
    blank,
    ...rows.slice(400, 900),
    blank,
    ...rows.slice(900),
  ];
  return Buffer.from(`\ufeff${linesOf(lines, ',').join('\r\n')}\r\n`);
}

/** As an old system of western Europe exports: Windows-1252, semicolons, CRLF. */
function interestAccounts(): Buffer {
  const lines = linesOf([accountHeader, ...accountRows(1500, 417)], ';');
  return windows1252(`${lines.join('\r\n')}\r\n`);
}

/** As LibreOffice saves it on Linux: UTF-8, commas, LF; with five rows wrong, each in another way. */
function clientsWithFiveMistakes(): Buffer {
  const rows = clientRows(1000, 5);
  const mistakes: Readonly<Record<number, (row: string[]) => string[]>> = {
    // An e-mail address without its @.
    108: (row) => row.with(1, (row[1] ?? '').replace('@', ' at ')),
    // No e-mail address, by which clients are found.
    333: (row) => row.with(1, ''),
    // A day that its month does not have.
    512: (row) => row.with(8, '2025-02-30'),
    // Neither yes nor no.
    700: (row) => row.with(7, 'maybe'),
    // A lost cell: every cell behind it is one column too far left.
    941: (row) => row.toSpliced(3, 1),
  };
  const wrong = rows.map((row, index) => mistakes[index + 2]?.(row) ?? row);
  return Buffer.from(`${linesOf([clientHeader, ...wrong], ',').join('\n')}\n`);
}

function linesOf(rows: readonly (readonly string[])[], delimiter: string): string[] {
  return rows.map((cells) => csvLine(cells, delimiter));
}

/** As an office program of western Europe saves text. @throws RangeError for a character that it does not have */
function windows1252(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (char) => {
      const place = high.indexOf(char);
      const code = place < 0 ? char.charCodeAt(0) : 0x80 + place;
      if (char.length > 1 || code > 0xff) throw new RangeError(`Windows-1252 has no ${char}`);
      return code;
    }),
  );
}

if (import.meta.main) {
  for (const [path, make] of Object.entries(sheets)) {
    await writeFile(new URL(path, examples), make());
  }
}
