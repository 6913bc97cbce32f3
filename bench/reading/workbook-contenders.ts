/** One way to read a workbook, in a process of its own: `node workbook-contenders.ts NAME FILE` prints what it took as JSON. */
import { createReadStream, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { openSheet } from '@sluice/sheets';
import excel from 'exceljs';
import { streamXlsxRows } from 'hucre';
import readXlsxFile from 'read-excel-file/node';
import type { Measured } from './measured.ts';

/** How many rows were read, the header included. */
type Contender = (file: string) => Promise<number>;

async function sluice(file: string): Promise<number> {
  const stream = (range?: { start: number; end: number }) =>
    createReadStream(file, range && { start: range.start, end: range.end - 1 });
  let rows = 1;
  const sheet = await openSheet({ bytes: statSync(file).size, stream });
  for await (const chunk of sheet.rows) rows += chunk.length;
  return rows;
}

async function hucre(file: string): Promise<number> {
  let rows = 0;
  for await (const row of streamXlsxRows(await readFile(file))) if (row.values.length > 0) rows += 1;
  return rows;
}

/** Its streaming reader, with what it needs to give values as a person sees them. */
async function exceljs(file: string): Promise<number> {
  const reader = new excel.stream.xlsx.WorkbookReader(file, {
    sharedStrings: 'cache',
    styles: 'cache',
    worksheets: 'emit',
    hyperlinks: 'ignore',
    entries: 'ignore',
  });
  let rows = 0;
  for await (const sheet of reader) for await (const row of sheet) if (row.hasValues) rows += 1;
  return rows;
}

async function readExcelFile(file: string): Promise<number> {
  const [sheet] = await readXlsxFile(file);
  return sheet?.data.length ?? 0;
}

const contenders = new Map<string, Contender>(Object.entries({ sluice, exceljs, hucre, readExcelFile }));
const [name = '', file = ''] = process.argv.slice(2);
const contender = contenders.get(name);
if (contender === undefined) throw new Error(`There is no contender ${name}.`);
const begun = performance.now();
const measured: Measured = {
  rows: await contender(file),
  bytes: 0,
  ms: performance.now() - begun,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
};
console.log(JSON.stringify(measured));
