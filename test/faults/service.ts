import { createHash } from 'node:crypto';

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
  /** What is wrong with a record, as `field: expectation`. */
  readonly refuse?: (record: Row) => string | undefined;
  /** What is there before anything is imported, by lookup. */
  readonly seeded?: readonly Row[];
  /** Loses the answer to an import, without any fault of the plan: for stories that begin so. */
  readonly loses?: (call: ImportCall) => boolean;
  /** Hears of every real import before it has its effect. */
  readonly onReal?: (call: ImportCall) => void;
}

export interface ImportCall {
  readonly run: string;
  readonly batch: number;
  /** 0 where the name does not say it. */
  readonly attempt: number;
  readonly dryRun: boolean;
  readonly sha256: string;
  readonly at: number;
}

interface Import extends ImportCall {
  readonly importId: string;
  readonly sets: readonly RecordSet[];
  readonly refusal: string | undefined;
  readonly outcomes: readonly [number, string, string][];
  /** What was there before, by lookup. */
  readonly before: Map<string, Row | undefined>;
  asked: number;
  undo: 'no' | 'asked' | 'done';
}

export interface Stored {
  readonly record: Row;
  readonly importId: string;
}

/** The truth: what was really asked of the service, and what it really did. */
export interface TestService {
  readonly calls: ImportCall[];
  readonly imports: Map<string, Import>;
  readonly records: Map<string, Stored>;
  /** Breaches that only the service can see. */
  readonly violations: string[];
  answer(operation: string, body: unknown, headers: Readonly<Record<string, string>>): object;
}

export const secret = { apiKey: 'key-canary', apiSecret: 'secret-canary', controlToken: 'token-canary' };

/** A service as the interface has it, in memory: it upserts by lookup, and does not write what is equal. */
export function createTestService(options: ServiceOptions): TestService {
  const service: TestService = {
    calls: [],
    imports: new Map(),
    records: new Map(),
    violations: [],
    answer: (operation, body, headers) => {
      const isControl = operation in control;
      const known = isControl
        ? headers['authorization'] === `Bearer ${secret.controlToken}`
        : headers['x-api-key'] === secret.apiKey && headers['x-api-secret'] === secret.apiSecret;
      if (!known) return failure('unauthorized', 'not known');
      const found = { ...control, ...operations }[operation];
      return found?.(body as Input, headers) ?? failure('not_found', operation);
    },
  };
  for (const record of options.seeded ?? [])
    service.records.set(String(record['email']), { record, importId: 'seed' });
  const keys = new Map<string, string>();

  const operations: Record<string, Operation> = {
    import: (input, headers) => {
      const call = callOf(input, options.now());
      if (input.successNotificationEmails ?? input.failureNotificationEmails)
        service.violations.push('invariant 6: an import carried notification addresses');
      service.calls.push(call);
      if (!call.dryRun) checkReal(call, service, options);
      const key = options.isOurs ? headers['idempotency-key'] : undefined;
      const known = key === undefined ? undefined : keys.get(key);
      const importId = known ?? begin(call, input.recordSets ?? [], service, options).importId;
      if (key !== undefined) keys.set(key, importId);
      return options.loses?.(call) ? failure('server_error', 'lost') : success({ importId });
    },
    importStatus: ({ importId = '' }) => {
      const found = service.imports.get(importId);
      return found ? success({ importStatus: statusOf(found, options) }) : failure('not_found', importId);
    },
  };
  const control: Record<string, Operation> = {
    findToken: () => success({ site: { siteId: 'site1' } }),
    getRevert: (input) => revertOf(service, input),
    revertImport: ({ importId = '' }) => {
      const found = service.imports.get(importId);
      if (!found) return failure('not_found', importId);
      if (found.undo === 'no') found.undo = 'asked';
      return success({});
    },
  };
  return service;
}

interface Input {
  readonly dryRun?: boolean;
  readonly filename?: string;
  readonly recordSets?: readonly RecordSet[];
  readonly importId?: string;
  readonly outcomes?: readonly string[];
  readonly successNotificationEmails?: unknown;
  readonly failureNotificationEmails?: unknown;
}
type Operation = (input: Input, headers: Readonly<Record<string, string>>) => object;

const meta = { requestId: 'r1', duration: 1, rateLimitRemaining: 90_000, rateLimitLimit: 100_000 };
const success = (output: object) => ({ ok: true, meta, ...output });
const failure = (code: string, message: string) => ({ ok: false, meta, error: { code, message } });

function callOf({ filename = '', dryRun = false, recordSets = [] }: Input, at: Date): ImportCall {
  const [, run = '', batch = '0', attempt = '0'] =
    /\[run (\S+) batch (\d+)(?: attempt (\d+))?/u.exec(filename) ?? [];
  const sha256 = createHash('sha256').update(JSON.stringify(recordSets)).digest('hex');
  return { run, batch: Number(batch), attempt: Number(attempt), dryRun, sha256, at: at.getTime() };
}

/** What only the service can see: bytes that never passed their dry run (invariant 5). */
function checkReal(call: ImportCall, service: TestService, options: ServiceOptions): void {
  const passed = [...service.imports.values()].some(
    ({ dryRun, refusal, sha256 }) => dryRun && refusal === undefined && sha256 === call.sha256,
  );
  if (!passed) service.violations.push('invariant 5: a real import without a dry run of the same bytes');
  options.onReal?.(call);
}

function begin(
  call: ImportCall,
  sets: readonly RecordSet[],
  service: TestService,
  options: ServiceOptions,
): Import {
  const rows = sets.flatMap(({ lookup, records }) =>
    records.map((record) => ({ record, lookup: String(record[lookup]) })),
  );
  const problems = rows.flatMap(({ record }, index) => {
    const problem = options.refuse?.(record);
    return problem === undefined ? [] : [`record ${index + 1} (set 1, record ${index + 1}): ${problem}`];
  });
  const importId = `imp${service.imports.size + 1}`;
  const before = new Map(rows.map(({ lookup }) => [lookup, service.records.get(lookup)?.record]));
  const refusal = problems.length === 0 ? undefined : problems.join('\n');
  const isWritten = !call.dryRun && refusal === undefined;
  const outcomes = rows.map(({ record, lookup }, index): [number, string, string] => [
    index + 1,
    applyRow({ record, lookup }, { service, importId, isWritten }),
    `id-${lookup}`,
  ]);
  const made: Import = { ...call, importId, sets, refusal, outcomes, before, asked: 0, undo: 'no' };
  service.imports.set(importId, made);
  return made;
}

function applyRow(
  { record, lookup }: { readonly record: Row; readonly lookup: string },
  { service, importId, isWritten }: { service: TestService; importId: string; isWritten: boolean },
): string {
  const known = service.records.get(lookup)?.record;
  if (record['deleted'] === true) {
    if (known === undefined && isWritten)
      service.violations.push('invariant 3: a deletion was sent twice, which makes a record');
    if (isWritten) service.records.delete(lookup);
    return 'deleted';
  }
  if (known !== undefined && JSON.stringify(known) === JSON.stringify(record)) return 'unchanged';
  if (isWritten) service.records.set(lookup, { record, importId });
  return known === undefined ? 'created' : 'updated';
}

function statusOf(found: Import, { isOurs, now }: ServiceOptions): object {
  found.asked += 1;
  const { importId, refusal, outcomes, dryRun } = found;
  const common = { importId, createdDate: now().toISOString() };
  if (found.asked === 1)
    return { ...common, status: 'validating', done: false, success: false, error: false };
  if (refusal !== undefined)
    return { ...common, status: 'invalid', done: true, success: false, error: true, errorMessage: refusal };
  const counts: Record<string, number> = {};
  for (const name of ['created', 'updated', 'unchanged', 'deleted', 'failed', 'notAttempted'])
    counts[name] = outcomes.filter(([, outcome]) => outcome === name).length;
  const preview = isOurs
    ? JSON.stringify({ v: 1, counts, outcomes, diffs: [], diffsOmitted: 0 })
    : `${outcomes.length} records`;
  const status = dryRun && isOurs ? 'valid' : 'success';
  return { ...common, status, done: true, success: true, error: false, preview };
}

function revertOf(service: TestService, { importId = '', outcomes }: Input): object {
  const found = service.imports.get(importId);
  if (!found || found.undo === 'no') return failure('not_found', importId);
  if (found.undo === 'asked') {
    found.undo = 'done';
    for (const [lookup, record] of found.before) {
      if (service.records.get(lookup)?.importId !== importId) continue;
      if (record === undefined) service.records.delete(lookup);
      else service.records.set(lookup, { record, importId: 'seed' });
    }
    return success({ revert: { status: 'reverting' } });
  }
  const counts = { reversed: found.outcomes.length, kept: 0, failed: 0 };
  const items = found.outcomes.map(([number, , id]) => ({ number, id, outcome: 'reversed' }));
  const listed = outcomes === undefined ? {} : { items, hasMore: false };
  return success({ revert: { status: 'reverted', counts }, ...listed });
}
