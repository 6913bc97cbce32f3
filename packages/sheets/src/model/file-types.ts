import type { SheetFormat } from './sheet.ts';

export interface FileType {
  /** As in "Read as CSV in UTF-8". */
  readonly name: string;
  readonly contentType: string;
  /** The usual endings of file names. */
  readonly endings: RegExp;
  /** Whether it has more than the rows of the sheet that is read: other sheets, and comments. */
  readonly isWorkbook: boolean;
}

/** Apart from the readers, so that a function that only names a file does not carry them. */
export const fileTypes: Readonly<Record<SheetFormat, FileType>> = {
  ods: {
    name: 'an OpenDocument spreadsheet',
    contentType: 'application/vnd.oasis.opendocument.spreadsheet',
    endings: /\.ods$/iu,
    isWorkbook: true,
  },
  xlsx: {
    name: 'an Excel workbook',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    endings: /\.xlsx$/iu,
    isWorkbook: true,
  },
  jsonl: {
    name: 'JSON lines',
    contentType: 'application/x-ndjson',
    endings: /\.(?:jsonl|ndjson)$/iu,
    isWorkbook: false,
  },
  csv: {
    name: 'CSV',
    contentType: 'text/csv; charset=utf-8',
    endings: /\.(?:csv|tsv|tab|txt)$/iu,
    isWorkbook: false,
  },
};
