import { writeCsv } from './csv/write-csv.ts';
import { openCsv } from './csv/open-csv.ts';
import { isJsonLines } from './jsonl/is-json-lines.ts';
import { openJsonLines } from './jsonl/open-json-lines.ts';
import { writeJsonLines } from './jsonl/write-json-lines.ts';
import type { OutputTable, Sheet, SheetFormat, SheetOptions } from './sheet.ts';
import type { SheetSource } from './source.ts';
import type { TextRequest } from './text/text-request.ts';
import { mostColumns } from './xlsx/cell-tag.ts';
import { openXlsx } from './xlsx/open-xlsx.ts';
import { writeXlsx } from './xlsx/write/write-xlsx.ts';

/** All that a format needs: how a file of it begins, and how it is read and written. */
export interface Format {
  /** As in "Read as CSV in UTF-8". */
  readonly name: string;
  readonly contentType: string;
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
  /** Rows as they would be read again; no cell starts a formula. */
  readonly write: (table: OutputTable) => AsyncIterable<string | Uint8Array>;
  /** The usual endings of file names. */
  readonly endings: RegExp;
  readonly mostColumns?: number;
}

/** The first whose beginning fits is taken: CSV can be any text. */
export const formats: Readonly<Record<SheetFormat, Format>> = {
  xlsx: {
    name: 'an Excel workbook',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    reader: {
      of: 'bytes',
      begins: (head) => head.toString('latin1').startsWith('PK\u0003\u0004'),
      open: openXlsx,
    },
    write: writeXlsx,
    endings: /\.xlsx$/iu,
    mostColumns,
  },
  jsonl: {
    name: 'JSON lines',
    contentType: 'application/x-ndjson',
    reader: { of: 'text', begins: isJsonLines, open: openJsonLines },
    write: writeJsonLines,
    endings: /\.(?:jsonl|ndjson)$/iu,
  },
  csv: {
    name: 'CSV',
    contentType: 'text/csv; charset=utf-8',
    reader: { of: 'text', begins: () => true, open: openCsv },
    write: writeCsv,
    endings: /\.(?:csv|tsv|tab|txt)$/iu,
  },
};
