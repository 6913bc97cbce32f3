import { writeCsv } from '../csv/write-csv.ts';
import { openCsv } from '../csv/open-csv.ts';
import { isJsonLines } from '../jsonl/is-json-lines.ts';
import { openJsonLines } from '../jsonl/open-json-lines.ts';
import { writeJsonLines } from '../jsonl/write-json-lines.ts';
import type { OutputTable, Sheet, SheetFormat, SheetOptions } from '../model/sheet.ts';
import type { SheetSource } from '../model/source.ts';
import type { TextRequest } from '../text/text-request.ts';
import { mostColumns } from '../workbook/size.ts';
import { isOds } from '../ods/ods-type.ts';

/** How a file of this format begins, and how it is read and written. */
export interface Format {
  readonly reader:
    | {
        readonly of: 'bytes';
        readonly begins: (head: Buffer) => boolean;
        readonly open: (source: SheetSource, options: SheetOptions) => Promise<Sheet>;
      }
    | {
        readonly of: 'text';
        readonly begins: (text: string) => boolean;
        readonly open: (request: TextRequest) => Promise<Sheet>;
      };
  /** The reader gets the same rows back, and no cell starts a formula. */
  readonly write: (table: OutputTable) => AsyncIterable<string | Uint8Array>;
  readonly mostColumns?: number;
}

/** Loaded with the first workbook: a browser that reads text needs none of it. */
const workbooks = {
  ods: () => import('../ods/open-ods.ts'),
  odsWriter: () => import('../ods/write-ods.ts'),
  xlsx: () => import('../xlsx/open-xlsx.ts'),
  xlsxWriter: () => import('../xlsx/write/write-xlsx.ts'),
};

/** In the order in which they are tried: any text can be CSV, so it comes last. */
export const formats: Readonly<Record<SheetFormat, Format>> = {
  ods: {
    reader: {
      of: 'bytes',
      begins: isOds,
      open: async (...file) => (await workbooks.ods()).openOds(...file),
    },
    write: async function* (table) {
      yield* (await workbooks.odsWriter()).writeOds(table);
    },
    mostColumns,
  },
  xlsx: {
    reader: {
      of: 'bytes',
      begins: (head) => head.toString('latin1').startsWith('PK\u0003\u0004'),
      open: async (...file) =>
        (await workbooks.xlsx()).openXlsx(...file, async (archive) =>
          (await workbooks.ods()).openIfOds(archive, ...file),
        ),
    },
    write: async function* (table) {
      yield* (await workbooks.xlsxWriter()).writeXlsx(table);
    },
    mostColumns,
  },
  jsonl: {
    reader: { of: 'text', begins: isJsonLines, open: openJsonLines },
    write: writeJsonLines,
  },
  csv: {
    reader: { of: 'text', begins: () => true, open: openCsv },
    write: writeCsv,
  },
};
