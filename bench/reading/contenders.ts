/** One way to read a file, in its own process: `node contenders.ts NAME FILE` prints its figures as JSON. */
import { createReadStream, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { measured } from '../measured.ts';

/** Each returns the number of records. It loads only its own modules, because its memory is measured. */
type Contender = (file: string) => Promise<number>;

async function sourceOf(file: string) {
  const { openSheet } = await import('@sluice/sheets');
  // As `sluice plan` reads a file.
  const highWaterMark = 256 * 1024;
  const stream = (range?: { start: number; end: number }) =>
    createReadStream(file, { highWaterMark, ...(range && { start: range.start, end: range.end - 1 }) });
  return () => openSheet({ bytes: statSync(file).size, stream });
}

/** The work of the flow before it sends anything: it checks every cell, remembers every lookup and hashes every batch. */
const plan: Contender = (file) => planWith(file, {});

/** The same with a transform of three of the six columns. */
const transforms: Contender = (file) =>
  planWith(file, {
    transforms: {
      email: ['email', 'lower'],
      paymentType: [{ map: { Check: 'check', Wire: 'wire', ACH: 'ach' } }],
      address: ['trim', { before: ' Suite ' }],
    },
  });

async function planWith(file: string, settings: object): Promise<number> {
  const { planSteps, profileSchema, resolveSettings } = await import('@sluice/import-plan');
  const profile = profileSchema.parse({ schema: 'interestAccount', lookup: 'ownerNumber', ...settings });
  const resolved = resolveSettings({ kind: 'profile', profile: 'bench', fileName: 'contacts.csv' }, profile);
  if (resolved.kind === 'refused') throw new Error(resolved.reason);
  let records = 0;
  for await (const step of planSteps({ open: await sourceOf(file), settings: resolved.settings })) {
    if (step.kind !== 'batch') throw new Error(`A row of the bench is wrong: ${JSON.stringify(step)}`);
    if (step.batch.sha256.length !== 64) throw new Error('A batch has no hash.');
    records += step.batch.rows.length;
  }
  return records;
}

/** The obvious way: 500 records a body, and nothing checked. */
async function obvious(file: string): Promise<number> {
  const { default: Papa } = await import('papaparse');
  let records = 0;
  let parts: string[] = [];
  let bytes = 0;
  const flush = (): void => {
    bytes += Buffer.from(`[${parts.join(',')}]`).length;
    parts = [];
  };
  return new Promise((resolve, reject) => {
    Papa.parse<unknown>(createReadStream(file).setEncoding('utf8'), {
      header: true,
      skipEmptyLines: true,
      step: ({ data }) => {
        records += 1;
        parts.push(JSON.stringify({ row: records + 1, data }));
        if (parts.length === 500) flush();
      },
      complete: () => {
        flush();
        if (bytes > 0) resolve(records);
      },
      error: reject,
    });
  });
}

async function sluice(file: string): Promise<number> {
  const open = await sourceOf(file);
  let rows = 0;
  for await (const chunk of (await open()).rows) rows += chunk.length;
  return rows;
}

async function hucre(file: string): Promise<number> {
  const { streamXlsxRows } = await import('hucre');
  let rows = -1;
  for await (const row of streamXlsxRows(await readFile(file))) if (row.values.length > 0) rows += 1;
  return rows;
}

async function readExcelFile(file: string): Promise<number> {
  const { default: readXlsxFile } = await import('read-excel-file/node');
  const [sheet] = await readXlsxFile(file);
  return (sheet?.data.length ?? 0) - 1;
}

const contenders = new Map<string, Contender>(
  Object.entries({ plan, transforms, obvious, sluice, hucre, readExcelFile }),
);
const [name = '', file = ''] = process.argv.slice(2);
const contender = contenders.get(name);
if (contender === undefined) throw new Error(`There is no contender ${name}.`);
console.log(JSON.stringify([await measured(() => contender(file))]));
