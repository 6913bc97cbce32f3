import { importSchema, type ImportStatus, type Preview, type Reason } from '@sluice/contract';
import { recordNamed } from '@sluice/aws-kit/erasure';
import { judgeObject } from '@sluice/flow/erase/judge-object';
import { rowOutcomes } from '@sluice/flow/report/row-outcomes';
import {
  endOfImport,
  endOfRefusal,
  endUnsent,
  withEarlierCopy,
  type BatchEnd,
} from '@sluice/flow/attempts/batch-end';
import { changedRows } from '@sluice/flow/attempts/changed-rows';
import { afterDryRun } from '@sluice/flow/attempts/check-batch';
import { problemLineSchema } from '@sluice/flow/run-objects';
import { exportReferences, rowsNamed, type RowOutcome } from '@sluice/import-plan';

const batch = { phase: 'real', rows: [2] } as const;
const ended = (status: Partial<ImportStatus>): ImportStatus => ({
  ...{ importId: 'i1', status: 'error', success: false, error: true, done: true },
  ...{ createdDate: '2026-03-01T08:00:00.000Z' },
  ...status,
});
const counts = { created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 1, notAttempted: 0 };
const preview = JSON.stringify({ v: 1, counts, outcomes: [[1, 'failed']], diffs: [], diffsOmitted: 0 });

const reasonsIn = (outcomes: readonly RowOutcome[]): Reason[] =>
  outcomes.flatMap(({ reasons = [] }) => reasons);

/** What the flow says of the rows of a batch that ended in each way. */
export async function reasonsOfRun(): Promise<Reason[]> {
  const ends: BatchEnd[] = [
    endOfRefusal(batch, 'The quota of this account is used up.'),
    endUnsent(batch, { reason: 'given up after 20 attempts', mayBeWritten: false }),
    endUnsent(batch, { reason: 'given up after 20 attempts', mayBeWritten: true }),
    withEarlierCopy(endOfRefusal(batch, 'record 1: name must be unique')),
    endOfImport(batch, ended({ errorMessage: 'Quota exceeded.' })),
    endOfImport(batch, ended({ preview })),
    endOfImport(batch, ended({ status: 'reverted', error: false })),
  ];
  return [
    ...rowsNamed('record 1: name must be unique', { rows: [2] }).named,
    ...ends.flatMap(({ outcomes }) => reasonsIn(outcomes)),
    ...(await uncheckedRows()),
    ...(await returningRow({ landedIn: 'vs72sbtdj2td63rknnuaqx5qym' })),
    ...(await returningRow({ asExported: true })),
    ...(await changedSinceExport()),
    ...(await openRows({})),
    ...(await openRows({ status: 'failed', decided: { choice: 'notApplied', by: 'ops', at: '' } })),
    erasedLine(),
  ];
}

const object = JSON.stringify({
  v: 1,
  rows: [2, 3],
  body: '[{"schema":"client","lookup":"email","records":[{},{}]}]',
});
const files = {
  get: async (key: string) => (key.includes('/batches/') ? object : undefined),
  put: async () => undefined,
  stream: async function* () {},
};
const submission = { runId: 'r', batch: 1, sha256: 's', attempts: [], counts: {} };

/** One row is refused, and no calls are left to check the other. Whether the service counts from 0 or 1 is clear. */
async function uncheckedRows(): Promise<Reason[]> {
  const ledger = { batch: async () => submission, submissions: async () => [{ batch: 2, round: 600 }] };
  const dryRun = {
    run: { invalidRows: 'skip' },
    submission: { ...submission, phase: 'dry', round: undefined },
  };
  const reply = { kind: 'refused', message: 'record 2: name must be unique' } as const;
  const checked = await afterDryRun(dryRun as never, reply, { ledger, files } as never);
  return checked.kind === 'ended' ? reasonsIn(checked.end.outcomes) : [];
}

/** Two edited rows of an export: others have changed the record of one, and deleted that of the other. */
async function changedSinceExport(): Promise<Reason[]> {
  const records = ['ana@example.com', 'bob@example.com'].map((email) => ({ email, cellPhone: '040 1' }));
  const [schema, lookup] = ['client', 'email'];
  const client = importSchema(schema);
  if (client === undefined) throw new Error('there are clients');
  const referenceOf = exportReferences({ id: 'e1', target: 'https://service.test' }, client);
  const references = Object.fromEntries(
    records.map(({ email }, at) => [
      at + 2,
      referenceOf([
        ['email', email],
        ['cellPhone', '020 1'],
      ]),
    ]),
  );
  const exported = {
    ...{ v: 1 as const, rows: [2, 3], body: JSON.stringify([{ schema, lookup, records }]) },
    headers: { email: 'E-mail', cellPhone: 'Cell phone' },
    exported: { ifChanged: 'stop' as const, references },
  };
  const seen = {
    ...{ v: 1 as const, counts, diffsOmitted: 0, names: [] },
    outcomes: [
      [1, 'updated', 'i1'],
      [2, 'created'],
    ] as Preview['outcomes'],
    diffs: [[1, { cellPhone: ['030 9', '040 1'] }]] as Preview['diffs'],
  };
  const nothing = { files: { get: async () => undefined }, ledger: { submissions: async () => [] } };
  const found = await changedRows({ runId: 'r', batch: 1 }, { object: exported, preview: seen }, nothing);
  return found.flatMap(({ reasons }) => reasons);
}

/** Of a sheet that came back. */
async function returningRow(is: object): Promise<Reason[]> {
  const line = JSON.stringify({ row: 2, ...is });
  const stream = async function* () {
    yield Buffer.from(line);
  };
  const outcomes: RowOutcome[] = [];
  for await (const one of rowOutcomes({ runId: 'r', batches: [], submissions: [] }, { ...files, stream }))
    outcomes.push(one);
  return reasonsIn(outcomes);
}

async function openRows(facts: object): Promise<Reason[]> {
  const real = { ...submission, phase: 'real', status: 'unknown', rows: 2, ...facts };
  const batches = [{ ...submission, number: 1, firstRow: 2, lastRow: 3, rows: 2 }];
  const outcomes: RowOutcome[] = [];
  for await (const one of rowOutcomes({ runId: 'r', batches, submissions: [real] } as never, files))
    outcomes.push(one);
  return reasonsIn(outcomes);
}

function erasedLine(): Reason {
  const line = JSON.stringify({ row: 2, code: 'refused_by_service', says: 'not ana@example.com' });
  const known = {
    record: recordNamed('ana@example.com', 'receipt'),
    isInDrop: true,
    areRowsKnown: true,
    rows: new Set<number>(),
    down: 0,
  };
  const judged = judgeObject('runs/r/problems.jsonl', line, known);
  const left = problemLineSchema.parse(JSON.parse(typeof judged === 'string' ? line : judged.text));
  if (!('code' in left)) throw new Error('The line has no reason.');
  return left;
}
