import { csvLine, type Delimiter, type SheetFormat } from '@sluice/sheets';
import { createXlsxWriter } from '@sluice/sheets/xlsx-writer';

import { odsOf } from '../../../sheets/src/testing/ods.ts';

type Rows = readonly (readonly string[])[];

interface DropFormat {
  /** The number of the first row of data: JSON lines have no header row. */
  readonly firstRow: number;
  readonly write: (header: readonly string[], rows: Rows, delimiter?: Delimiter) => Uint8Array;
}

/** Writes the same rows as a drop in each format. */
export const dropFormats: Readonly<Record<SheetFormat, DropFormat>> = {
  csv: {
    firstRow: 2,
    write: (header, rows, delimiter = ',') =>
      Buffer.from([header, ...rows].map((cells) => csvLine(cells, delimiter)).join('\n')),
  },
  jsonl: {
    firstRow: 1,
    write: (header, rows) => {
      const objects = rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]])));
      return Buffer.from(objects.map((object) => `${JSON.stringify(object)}\n`).join(''));
    },
  },
  ods: {
    firstRow: 2,
    write: (header, rows) => odsOf([header, ...rows]),
  },
  xlsx: {
    firstRow: 2,
    write: (header, rows) => {
      const writer = createXlsxWriter({ header: [...header], sheetName: 'People' });
      const numbered = rows.map((cells, at) => ({ number: at + 2, cells: [...cells] }));
      return Buffer.concat([writer.write(numbered), writer.end()]);
    },
  },
};
