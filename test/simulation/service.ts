import { createHash } from 'node:crypto';
import { failure, success } from './service-answers.ts';

export type Row = Readonly<Record<string, unknown>>;
interface RecordSet {
  readonly schema: string;
  readonly lookup: string;
  readonly records: readonly Row[];
}

export interface ServiceOptions {
  readonly now: () => Date;
  /** Like ours: a preview that can be read, an `Idempotency-Key`, dry runs that end `valid`, undo. */
  readonly isOurs: boolean;
  readonly takesKey?: boolean | undefined;
  readonly hasPreview?: boolean | undefined;
  readonly dryEndsSuccess?: boolean | undefined;
  /** What is wrong with a record, as `field: expectation`. */
  readonly refuse?: ((record: Row) => string | undefined) | undefined;
  /** Which refused records an answer names: all of them, the first, or none. */
  readonly names?: 'all' | 'one' | 'none' | undefined;
  /** Refuses records at once, without an importId. */
  readonly refusesAtOnce?: boolean | undefined;
  /** What is there before anything is imported. */
  readonly seeded?: readonly Row[] | undefined;
  /** How long an import takes, in milliseconds. */
  readonly runsFor?: ((call: ImportCall) => number) | undefined;
  /** Loses the answer to an import, without any fault of the plan. */
  readonly loses?: ((call: ImportCall) => boolean) | undefined;
  /** Receives every real import before it has its effect. */
  readonly onReal?: ((call: ImportCall) => void) | undefined;
  /** How many calls it admits in an hour, and how many others have made before each of ours. */
  readonly limit?: number | undefined;
  readonly others?: (() => number) | undefined;
  /** What becomes of a record that is undone, by its lookup; put back when absent. */
  readonly undone?:
    ((lookup: string) => { outcome: 'kept' | 'failed'; reason?: string } | undefined) | undefined;
  /** Why an import cannot be undone. */
  readonly refuseUndo?: ((importId: string) => string | undefined) | undefined;
  /** How long an undo takes, in milliseconds. */
  readonly undoesFor?: number | undefined;
}

export interface ImportCall {
  readonly run: string;
  readonly batch: number;
  /** 0 where the name does not say it. */
  readonly attempt: number;
  readonly dryRun: boolean;
  readonly sha256: string;
  readonly at: number;
  readonly input: Input;
  readonly key: string | undefined;
}

type Outcome = readonly [number, string, string];

export interface Import extends ImportCall {
  readonly importId: string;
  readonly sets: readonly RecordSet[];
  readonly refusal: string | undefined;
  readonly doneAt: number;
  /** Of each record, once it is done. */
  outcomes: readonly Outcome[] | undefined;
  /** What was there before, by lookup. */
  before: Map<string, Row | undefined>;
  undo: { readonly at: number; isDone: boolean } | undefined;
}

export interface Stored {
  readonly record: Row;
  readonly importId: string;
  readonly created: number;
  readonly written: number;
}

/** The truth: what was really asked of the service, and what it really did. */
export interface TestService {
  readonly calls: readonly ImportCall[];
  readonly imports: ReadonlyMap<string, Import>;
  /** By lookup. */
  readonly records: Map<string, Stored>;
  /** Breaches that only the service can see. */
  readonly violations: string[];
  /** Somebody changes a record past every import. */
  changeByHand(record: { readonly email: string; readonly name: string }): void;
  /** The e-mails of the records that were changed so. */
  readonly changedByHand: ReadonlySet<string>;
  /** Real imports whose rows are not written yet. */
  running(): readonly Import[];
  /** Of each hour that had a call of ours: those that were admitted, and those that were not. */
  hours(): readonly { readonly ours: number; readonly refused: number }[];
  answer(operation: string, body: unknown, headers: Readonly<Record<string, string>>): object;
}

export interface Input {
  readonly dryRun?: boolean;
  readonly filename?: string;
  readonly recordSets?: readonly RecordSet[];
  readonly importId?: string;
  readonly outcomes?: readonly string[];
  readonly successNotificationEmails?: unknown;
  readonly failureNotificationEmails?: unknown;
}
type Operation = (input: Input, headers: Readonly<Record<string, string>>) => object;

export const secret = { apiKey: 'key-canary', apiSecret: 'secret-canary', controlToken: 'token-canary' };
const mark = 'canary-of-the-service';
const defaultRunMs = 1500;

/** A service as the interface has it, in memory: it upserts by lookup, and does not write what is equal. */
export function createTestService(options: ServiceOptions): TestService {
  const imports = new Map<string, Import>();
  const records = new Map<string, Stored>();
  const calls: ImportCall[] = [];
  const violations: string[] = [];
  const changedByHand = new Set<string>();
  const keys = new Map<string, string>();
  const deletedBy = new Map<string, string>();
  const rate = createRate(options);
  let unwritten: Import[] = [];
  for (const record of options.seeded ?? [])
    records.set(String(record['email']), { record, importId: 'seed', created: 0, written: 0 });

  /** Has everything done that is due by now, in order. */
  function catchUp(): void {
    const now = options.now().getTime();
    const due = unwritten.filter(({ doneAt }) => doneAt <= now).toSorted((a, b) => a.doneAt - b.doneAt);
    unwritten = unwritten.filter(({ doneAt }) => doneAt > now);
    for (const one of due) apply(one, { records, violations, deletedBy });
  }

  function begin(call: ImportCall): Import {
    const sets = call.input.recordSets ?? [];
    const doneAt = call.at + (options.runsFor?.(call) ?? defaultRunMs);
    const made: Import = {
      ...call,
      importId: `imp${imports.size + 1}`,
      sets,
      refusal: refusalOf(sets, options),
      doneAt,
      outcomes: undefined,
      before: new Map(),
      undo: undefined,
    };
    imports.set(made.importId, made);
    unwritten.push(made);
    return made;
  }

  const operations: Record<string, Operation> = {
    import: (input, headers) => {
      const key = headers['idempotency-key'];
      const call = callOf(input, { at: options.now(), key });
      if (input.successNotificationEmails ?? input.failureNotificationEmails)
        violations.push('invariant 6: an import carried notification addresses');
      calls.push(call);
      const refusal = options.refusesAtOnce ? refusalOf(input.recordSets ?? [], options) : undefined;
      if (refusal !== undefined) return failure('invalid_request', refusal);
      if (!call.dryRun) {
        if (![...imports.values()].some((one) => isPassed(one, call)))
          violations.push('invariant 5: a real import without a dry run of the same bytes');
        options.onReal?.(call);
      }
      const named = (options.takesKey ?? options.isOurs) && key !== undefined ? key : undefined;
      const importId = keys.get(named ?? mark) ?? begin(call).importId;
      if (named !== undefined) keys.set(named, importId);
      return options.loses?.(call) ? failure('server_error', 'lost') : success({ importId });
    },
    importStatus: ({ importId = '' }) => {
      const found = imports.get(importId);
      if (!found) return failure('not_found', importId);
      return success({ importStatus: statusOf(found, options) });
    },
  };
  const control: Record<string, Operation> = {
    findToken: () => success({ site: { siteId: 'site1' } }),
    getRevert: (input) => revertOf(imports.get(input.importId ?? ''), input, { records, options }),
    revertImport: ({ importId = '' }) => {
      const found = imports.get(importId);
      if (!found) return failure('not_found', importId);
      const refusal = options.refuseUndo?.(importId);
      if (refusal !== undefined) return failure('invalid_request', refusal);
      found.undo ??= { at: options.now().getTime(), isDone: false };
      return success({});
    },
  };

  return {
    calls,
    imports,
    get records() {
      catchUp();
      return records;
    },
    violations,
    changedByHand,
    changeByHand: (record) => {
      changedByHand.add(record.email);
      records.set(record.email, { record, importId: 'by hand', created: 0, written: 0 });
    },
    running: () => {
      catchUp();
      return unwritten.filter(({ dryRun, refusal }) => !dryRun && refusal === undefined);
    },
    hours: rate.hours,
    answer: (operation, body, headers) => {
      catchUp();
      const isControl = operation in control;
      const known = isControl
        ? headers['authorization'] === `Bearer ${secret.controlToken}`
        : headers['x-api-key'] === secret.apiKey && headers['x-api-secret'] === secret.apiSecret;
      if (!known) return failure('unauthorized', 'not known');
      const spent = isControl ? undefined : rate.spend();
      if (spent?.isSpent) return failure('too_many_requests', 'too_many_requests', spent.meta);
      const found = { ...control, ...operations }[operation];
      const answer = found?.(body as Input, headers) ?? failure('not_found', operation);
      return spent === undefined ? answer : { ...answer, meta: spent.meta };
    },
  };
}

/** Admits so many calls in each UTC hour. Without a limit it tells a large one, as ours does. */
function createRate({ now, limit, others = () => 0 }: ServiceOptions) {
  const hours = new Map<number, { used: number; ours: number; refused: number }>();
  return {
    hours: () => [...hours.values()],
    spend: () => {
      const number = Math.floor(now().getTime() / 3_600_000);
      const hour = hours.get(number) ?? { used: 0, ours: 0, refused: 0 };
      hours.set(number, hour);
      const most = limit ?? 100_000;
      hour.used = Math.min(most, hour.used + others());
      const isSpent = hour.used >= most;
      hour[isSpent ? 'refused' : 'ours'] += 1;
      if (!isSpent) hour.used += 1;
      const meta = {
        requestId: 'r1',
        duration: 1,
        rateLimitLimit: most,
        rateLimitRemaining: most - hour.used,
      };
      return { isSpent, meta };
    },
  };
}

function callOf(input: Input, { at, key }: { at: Date; key: string | undefined }): ImportCall {
  const { filename = '', dryRun = false, recordSets = [] } = input;
  const [, run = '', batch = '0', attempt = '0'] =
    /\[run (\S+) batch (\d+)(?: attempt (\d+))?/u.exec(filename) ?? [];
  const sha256 = createHash('sha256').update(JSON.stringify(recordSets)).digest('hex');
  const numbers = { batch: Number(batch), attempt: Number(attempt) };
  return { run, ...numbers, dryRun, sha256, at: at.getTime(), input, key };
}

const isPassed = ({ dryRun, refusal, sha256 }: Import, call: ImportCall) =>
  dryRun && refusal === undefined && sha256 === call.sha256;

export function rowsOf(sets: readonly RecordSet[]) {
  return sets.flatMap(({ lookup, records }, set) =>
    records.map((record, at) => ({ record, lookup: String(record[lookup]), set: set + 1, at: at + 1 })),
  );
}

function refusalOf(
  sets: readonly RecordSet[],
  { refuse, names = 'all' }: ServiceOptions,
): string | undefined {
  const problems = rowsOf(sets).flatMap(({ record, set, at }, index) => {
    const problem = refuse?.(record);
    return problem === undefined ? [] : [`record ${index + 1} (set ${set}, record ${at}): ${problem}`];
  });
  if (problems.length === 0) return undefined;
  if (names === 'none') return 'the data is not as expected';
  return names === 'all' ? problems.join('\n') : problems[0];
}

interface Truth {
  /** By lookup, the run that deleted a record last. */
  readonly deletedBy: Map<string, string>;
  readonly records: Map<string, Stored>;
  readonly violations: string[];
}

function apply(made: Import, truth: Truth): void {
  if (made.refusal !== undefined) return;
  const rows = rowsOf(made.sets);
  made.before = new Map(rows.map(({ lookup }) => [lookup, truth.records.get(lookup)?.record]));
  made.outcomes = rows.map(({ record, lookup }, index) => [
    index + 1,
    applyRow({ record, lookup }, made, truth),
    `id-${lookup}`,
  ]);
}

function applyRow(
  { record, lookup }: { readonly record: Row; readonly lookup: string },
  { dryRun, importId, run }: Import,
  { records, violations, deletedBy }: Truth,
): string {
  const known = records.get(lookup);
  if (record['deleted'] === true) {
    if (known === undefined && !dryRun && deletedBy.get(lookup) === run)
      violations.push('invariant 3: a deletion was sent twice, which makes a record');
    if (!dryRun) records.delete(lookup);
    if (!dryRun) deletedBy.set(lookup, run);
    return known === undefined ? 'unchanged' : 'deleted';
  }
  if (known !== undefined && JSON.stringify(known.record) === JSON.stringify(record)) return 'unchanged';
  const created = (known?.created ?? 0) + (known === undefined ? 1 : 0);
  if (!dryRun) records.set(lookup, { record, importId, created, written: (known?.written ?? 0) + 1 });
  return known === undefined ? 'created' : 'updated';
}

function statusOf(
  found: Import,
  { isOurs, hasPreview = isOurs, dryEndsSuccess = !isOurs, now }: ServiceOptions,
): object {
  const { importId, refusal, outcomes, dryRun, doneAt } = found;
  const common = { importId, createdDate: now().toISOString() };
  if (doneAt > now().getTime())
    return { ...common, status: 'validating', done: false, success: false, error: false };
  if (refusal !== undefined || outcomes === undefined)
    return { ...common, status: 'invalid', done: true, success: false, error: true, errorMessage: refusal };
  const counts: Record<string, number> = {};
  for (const name of ['created', 'updated', 'unchanged', 'deleted', 'failed', 'notAttempted'])
    counts[name] = outcomes.filter(([, outcome]) => outcome === name).length;
  const preview = hasPreview
    ? JSON.stringify({ v: 1, counts, outcomes, diffs: [], diffsOmitted: 0 })
    : `${outcomes.length} records`;
  const status = dryRun && !dryEndsSuccess ? 'valid' : 'success';
  return { ...common, status, done: true, success: true, error: false, preview };
}

function revertOf(
  found: Import | undefined,
  { outcomes }: Input,
  { records, options }: { readonly records: Map<string, Stored>; readonly options: ServiceOptions },
): object {
  if (found?.undo === undefined) return failure('not_found', 'not undone');
  const kept = (lookup: string) => options.undone?.(lookup);
  if (found.undo.at + (options.undoesFor ?? 500) > options.now().getTime())
    return success({ revert: { status: 'reverting' } });
  if (!found.undo.isDone) undo(found, { records, kept });
  found.undo.isDone = true;
  const rows = rowsOf(found.sets);
  const items = (found.outcomes ?? []).map(([number, , id]) => ({
    number,
    id,
    outcome: 'reversed',
    ...kept(rows[number - 1]?.lookup ?? ''),
  }));
  const counts = { reversed: 0, kept: 0, failed: 0 };
  for (const { outcome } of items) counts[outcome as keyof typeof counts] += 1;
  const listed = outcomes === undefined ? {} : { items, hasMore: false };
  return success({ revert: { status: 'reverted', counts }, ...listed });
}

function undo(
  { before, importId }: Import,
  { records, kept }: { records: Map<string, Stored>; kept: (lookup: string) => object | undefined },
): void {
  for (const [lookup, record] of before) {
    const now = records.get(lookup);
    if (kept(lookup) !== undefined || (now !== undefined && now.importId !== importId)) continue;
    if (record === undefined) records.delete(lookup);
    else records.set(lookup, { created: 0, written: 0, ...now, record, importId: 'seed' });
  }
}
