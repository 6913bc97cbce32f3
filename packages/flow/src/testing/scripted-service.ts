import type { Answer, CallOptions } from '@sluice/client';
import type { ErrorCode, ImportStatus, OperationInput, PreviewOutcome } from '@sluice/contract';
import type { Service, ServiceCalls } from '../ports.ts';

type Input = OperationInput<'import'>;
type Row = Readonly<Record<string, unknown>>;

/** What happens to a call of `import` instead of its answer. `lostReply`: the service acts, and nobody hears of it. */
export type Fault = 'lostReply' | 'notSent' | 'intermediary' | 'rateLimited' | 'unauthorized' | 'serverError';

export type StatusFault = 'notFound' | 'noAnswer' | 'rateLimited' | 'unauthorized';

export interface ImportCall {
  readonly input: Input;
  readonly options: CallOptions;
}

export interface ServiceOptions {
  readonly now: () => Date;
  /** What is wrong with a record, as `field: expectation`; undefined for a good one. */
  readonly refuse?: (record: Row) => string | undefined;
  /** Which refused records an answer names: all of them, the first, or none. */
  readonly names?: 'all' | 'one' | 'none';
  /** Refuses records at once, without an importId. */
  readonly refusesAtOnce?: boolean;
  /** A dry run ends `success`, as at a server that has no `valid`. */
  readonly dryEndsSuccess?: boolean;
  readonly takesIdempotencyKey?: boolean;
  /** Whether `preview` says what was done with each record. */
  readonly tellsPreview?: boolean;
  /** How often `importStatus` says that an import is still running. */
  readonly pollsUntilDone?: number;
  /** Before an answer is given, by the number of the call from 1. */
  readonly fault?: (call: ImportCall, number: number) => Fault | undefined;
  /** What happens to a call of `importStatus` instead of its answer. */
  readonly statusFault?: (importOf: Input) => StatusFault | undefined;
  /** Asked before each call: what the server tells of its limit, and whether it admits the call. */
  readonly rate?: () => ScriptedRate;
  /** Whether the credentials can be had. */
  readonly connects?: () => boolean;
}

export interface ScriptedRate {
  readonly isSpent: boolean;
  readonly rateLimitLimit: number;
  readonly rateLimitRemaining: number;
}

export interface ScriptedService extends Service {
  readonly calls: ImportCall[];
  /** Records by the value of their lookup, with how often each was created and written. */
  readonly records: Map<string, { created: number; written: number }>;
  /** The lookups of what an import holds, in the order of its request. */
  importedBy(importId: string): string[];
}

interface Kept {
  readonly input: Input;
  readonly outcomes: PreviewOutcome[];
  readonly errorMessage?: string;
  asked: number;
}

/** A service in memory that upserts by lookup, as the interface has it, and fails on demand. */
export function createScriptedService(options: ServiceOptions): ScriptedService {
  const imports = new Map<string, Kept>();
  const keys = new Map<string, string>();
  const calls: ImportCall[] = [];
  const records: ScriptedService['records'] = new Map();

  function act(call: ImportCall): string {
    const key = options.takesIdempotencyKey ? call.options.idempotencyKey : undefined;
    const known = key === undefined ? undefined : keys.get(key);
    if (known !== undefined) return known;
    const importId = `imp${imports.size + 1}`;
    imports.set(importId, perform(call.input, records, options));
    if (key !== undefined) keys.set(key, importId);
    return importId;
  }

  const connected: ServiceCalls = {
    import: async (input, callOptions = {}) => {
      const call = { input, options: callOptions };
      calls.push(call);
      const rate = options.rate?.();
      if (rate?.isSpent) return { ...refused('too_many_requests'), meta: rate };
      const fault = options.fault?.(call, calls.length);
      const refusal = options.refusesAtOnce ? refusalOf(input, options) : undefined;
      if (fault === undefined && refusal !== undefined)
        return { kind: 'refused', code: 'invalid_request', message: refusal, meta: {} };
      if (fault === undefined) return { kind: 'ok', output: { importId: act(call) }, meta: { ...rate } };
      if (fault === 'lostReply') act(call);
      return faultAnswers[fault];
    },
    importStatus: async (importId) => {
      const rate = options.rate?.();
      if (rate?.isSpent) return { ...refused('too_many_requests'), meta: rate };
      const kept = imports.get(importId);
      if (kept === undefined) return statusFaults.notFound;
      const fault = options.statusFault?.(kept.input);
      if (fault !== undefined) return statusFaults[fault];
      kept.asked += 1;
      const importStatus = statusOf(importId, kept, options);
      return { kind: 'ok', output: { importStatus }, meta: { ...rate } };
    },
  };
  const connect = async () => {
    if (options.connects?.() === false) throw new Error('no credentials');
    return connected;
  };
  const importedBy = (importId: string) =>
    (imports.get(importId)?.input.recordSets ?? []).flatMap((set) =>
      set.records.map((record) => String(record[set.lookup])),
    );
  return { calls, records, importedBy, connect, forgetCredentials: () => {} };
}

const refused = (code: ErrorCode) => ({ kind: 'refused', code, message: code, meta: {} }) as const;

const statusFaults: Record<StatusFault, Answer<'importStatus'>> = {
  notFound: refused('not_found'),
  noAnswer: { kind: 'noAnswer', sent: 'maybe', detail: 'ETIMEDOUT' },
  rateLimited: refused('too_many_requests'),
  unauthorized: refused('unauthorized'),
};

const faultAnswers: Record<Fault, Answer<'import'>> = {
  lostReply: { kind: 'noAnswer', sent: 'maybe', detail: 'ECONNRESET' },
  notSent: { kind: 'noAnswer', sent: 'no', detail: 'ECONNREFUSED' },
  intermediary: { kind: 'intermediary', httpStatus: 502, detail: 'HTTP 502' },
  rateLimited: refused('too_many_requests'),
  unauthorized: refused('unauthorized'),
  serverError: refused('server_error'),
};

function rowsOf({ recordSets }: Input) {
  return recordSets.flatMap(({ lookup, records }, set) =>
    records.map((record, at) => ({ record, lookup: String(record[lookup]), set: set + 1, at: at + 1 })),
  );
}

function refusalOf(input: Input, { refuse, names = 'all' }: ServiceOptions): string | undefined {
  const problems = rowsOf(input).flatMap(({ record, set, at }, index) => {
    const problem = refuse?.(record);
    return problem === undefined ? [] : [`record ${index + 1} (set ${set}, record ${at}): ${problem}`];
  });
  if (problems.length === 0) return undefined;
  if (names === 'none') return 'the data is not as expected';
  return names === 'all' ? problems.join('\n') : problems[0];
}

function perform(input: Input, records: ScriptedService['records'], options: ServiceOptions): Kept {
  const rows = rowsOf(input);
  const errorMessage = refusalOf(input, options);
  if (errorMessage !== undefined) return { input, outcomes: [], errorMessage, asked: 0 };
  const outcomes = rows.map(({ lookup }, index): PreviewOutcome => {
    const known = records.get(lookup) ?? { created: 0, written: 0 };
    const isNew = known.created === 0;
    if (input.dryRun !== true)
      records.set(lookup, { created: known.created + (isNew ? 1 : 0), written: known.written + 1 });
    return [index + 1, isNew ? 'created' : 'updated', `id-${lookup}`];
  });
  return { input, outcomes, asked: 0 };
}

function statusOf(importId: string, kept: Kept, options: ServiceOptions): ImportStatus {
  const { input, outcomes, errorMessage, asked } = kept;
  const isDone = asked > (options.pollsUntilDone ?? 1);
  const isInvalid = errorMessage !== undefined;
  const passed = input.dryRun && !options.dryEndsSuccess ? 'valid' : 'success';
  const done = { status: isInvalid ? 'invalid' : passed } as const;
  const counts = { created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0, notAttempted: 0 };
  for (const [, outcome] of outcomes) counts[outcome] += 1;
  const preview = options.tellsPreview
    ? JSON.stringify({ v: 1, counts, outcomes, diffs: [], diffsOmitted: 0 })
    : `${outcomes.length} records`;
  return {
    importId,
    ...(isDone ? done : ({ status: 'validating' } as const)),
    done: isDone,
    success: isDone && !isInvalid,
    error: isDone && isInvalid,
    ...(isDone && isInvalid && { errorMessage }),
    ...(isDone && !isInvalid && { preview }),
    createdDate: options.now().toISOString(),
  };
}
