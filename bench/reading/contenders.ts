/** One way to read a file, in a process of its own: `node contenders.ts NAME FILE` prints what it took as JSON. */
import { createReadStream } from 'node:fs';
import type { Measured } from './measured.ts';

// A gigabyte of contacts has more rows than the flow takes; what is shown is that the memory does not grow.
const bounds = { records: 500, bytes: 256 * 1024, limits: { rows: 16_000_000 } };

/** What was made of the file; `bytes` of JSON, 0 where none is. */
type Outcome = Pick<Measured, 'rows' | 'bytes'>;
type Contender = (file: string) => Promise<Outcome>;

/** Each loads only what it needs: the memory that is measured is its own. */
const sheets = () => import('@sluice/sheets');
const papaparse = async () => (await import('papaparse')).default;

const textOf = (file: string) => createReadStream(file).setEncoding('utf8');

async function sluiceJson(file: string): Promise<Outcome> {
  const { jsonBatches, streamSource } = await sheets();
  const source = streamSource(0, () => createReadStream(file));
  const outcome = { rows: 0, bytes: 0 };
  for await (const { records, json } of jsonBatches(source, bounds)) {
    outcome.rows += records;
    outcome.bytes += json.length;
  }
  return outcome;
}

async function sluiceRows(file: string): Promise<Outcome> {
  const { openSheet, streamSource } = await sheets();
  let rows = 0;
  const sheet = await openSheet(streamSource(0, () => createReadStream(file)));
  for await (const chunk of sheet.rows) rows += chunk.length;
  return { rows, bytes: 0 };
}

/** What the flow does before anything is sent: every cell is checked, every lookup remembered, every batch hashed. */
async function sluicePlan(file: string): Promise<Outcome> {
  const { openSheet, streamSource } = await sheets();
  const { planSheet, profileSchema, resolveSettings } = await import('@sluice/import-plan');
  const profile = profileSchema.parse({ schema: 'interestAccount', lookup: 'ownerNumber' });
  const resolved = resolveSettings({ kind: 'profile', profile: 'bench', fileName: 'contacts.csv' }, profile);
  if (resolved.kind === 'refused') throw new Error(resolved.reason);
  const outcome = { rows: 0, bytes: 0 };
  const open = () => openSheet(streamSource(0, () => createReadStream(file)));
  const plan = planSheet({ open, settings: resolved.settings });
  for await (const step of plan) {
    if (step.kind !== 'batch') throw new Error(`a row of the bench is wrong: ${JSON.stringify(step)}`);
    outcome.rows += step.batch.rows.length;
    outcome.bytes += step.batch.bytes;
  }
  return outcome;
}

/** The obvious way. */
async function papaObjects(file: string): Promise<Outcome> {
  const Papa = await papaparse();
  const outcome = { rows: 0, bytes: 0 };
  let [parts, size]: [string[], number] = [[], 0];
  const flush = (): void => {
    if (parts.length > 0) outcome.bytes += Buffer.from(`[${parts.join(',')}]`).length;
    [parts, size] = [[], 0];
  };
  const add = (data: unknown): void => {
    outcome.rows += 1;
    const json = JSON.stringify({ row: outcome.rows + 1, data });
    const bytes = Buffer.byteLength(json) + 1;
    if (parts.length >= bounds.records || size + bytes > bounds.bytes) flush();
    parts.push(json);
    size += bytes;
  };
  return new Promise((resolve, reject) => {
    Papa.parse<unknown>(textOf(file), {
      header: true,
      step: ({ data }) => add(data),
      complete: () => {
        flush();
        resolve(outcome);
      },
      error: reject,
    });
  });
}

async function papaArrays(file: string): Promise<Outcome> {
  const Papa = await papaparse();
  let rows = -1;
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(textOf(file), {
      skipEmptyLines: true,
      chunk: ({ data }) => void (rows += data.length),
      complete: () => resolve({ rows, bytes: 0 }),
      error: reject,
    });
  });
}

async function csvParseArrays(file: string): Promise<Outcome> {
  const { parse: csvParse } = await import('csv-parse');
  let rows = -1;
  for await (const row of createReadStream(file).pipe(csvParse())) if (Array.isArray(row)) rows += 1;
  return { rows, bytes: 0 };
}

/** No more than a look at every byte: what no reader can beat. */
async function newlines(file: string): Promise<Outcome> {
  let rows = -1;
  for await (const chunk of createReadStream(file)) {
    const bytes: unknown = chunk;
    if (!Buffer.isBuffer(bytes)) throw new Error('a file is read as bytes');
    for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0x0a) rows += 1;
  }
  return { rows, bytes: 0 };
}

const contenders = new Map<string, Contender>(
  Object.entries({ sluiceJson, sluiceRows, sluicePlan, papaObjects, papaArrays, csvParseArrays, newlines }),
);

const [name = '', file = ''] = process.argv.slice(2);
const contender = contenders.get(name);
if (contender === undefined) throw new Error(`There is no contender ${name}.`);
const begun = performance.now();
const outcome = await contender(file);
const measured: Measured = {
  ...outcome,
  ms: performance.now() - begun,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
};
console.log(JSON.stringify(measured));
