import { createHash } from 'node:crypto';
import { failure, revertOf, statusOf, success } from './service-answers.ts';
import type { ImportCall, Input, Row, ServiceOptions } from './service-options.ts';
import { createRate } from './service-rate.ts';
import { apply, refusalOf, type Import, type Stored } from './service-records.ts';

type Operation = (input: Input, headers: Readonly<Record<string, string>>) => object;

export const secret = { apiKey: 'key-canary', apiSecret: 'secret-canary', controlToken: 'token-canary' };
const defaultRunMs = 1500;

/**
 * A service as the interface has it, in memory: it upserts by lookup, and does not write what is equal. Its records, calls and imports
 * are the truth that the ledger is compared with.
 */
export function createTestService(options: ServiceOptions) {
  const imports = new Map<string, Import>();
  const records = new Map<string, Stored>();
  const calls: ImportCall[] = [];
  /** Breaches that only the service can see. */
  const violations: string[] = [];
  const keys = new Map<string, string>();
  const deletedBy = new Map<string, string>();
  const rate = createRate(options);
  let unwritten: Import[] = [];
  let made = 0;
  for (const record of options.seeded ?? [])
    records.set(String(record['email']), { record, importId: 'seed', created: 0, written: 0 });

  /** Applies the imports that are due by now, in order. */
  function catchUp(): void {
    if (unwritten.length === 0) return;
    const now = options.now().getTime();
    const due = unwritten.filter(({ doneAt }) => doneAt <= now).toSorted((a, b) => a.doneAt - b.doneAt);
    unwritten = unwritten.filter(({ doneAt }) => doneAt > now);
    for (const one of due)
      apply(one, { records, violations, deletedBy, seen: imports.get(one.input.asInDryRun ?? '')?.before });
  }

  function begin(call: ImportCall): Import {
    const sets = call.input.recordSets ?? [];
    const begun: Import = {
      ...call,
      importId: `imp${(made += 1)}`,
      sets,
      refusal: refusalOf(sets, options),
      doneAt: call.at + (options.runsFor?.(call) ?? defaultRunMs),
      outcomes: undefined,
      before: new Map(),
      undo: undefined,
    };
    imports.set(begun.importId, begun);
    unwritten.push(begun);
    return begun;
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
      const named = (options.takesKey ?? options.isOurs) ? key : undefined;
      const importId = keys.get(named ?? '') ?? begin(call).importId;
      if (named !== undefined) keys.set(named, importId);
      return options.loses?.(call) ? failure('server_error', 'lost') : success({ importId });
    },
    importStatus: ({ importId = '' }) => {
      const found = imports.get(importId);
      return found ? success({ importStatus: statusOf(found, options) }) : failure('not_found', importId);
    },
    downloadFile: () => failure('not_found', 'no page of diffs'),
  };
  const control: Record<string, Operation> = {
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
    calls: calls as readonly ImportCall[],
    imports: imports as ReadonlyMap<string, Import>,
    /** By lookup. */
    get records() {
      catchUp();
      return records;
    },
    violations,
    /** Somebody changes a record past every import. */
    changeByHand: (record: Row & { readonly email: string }) => {
      records.set(record.email, { record, importId: 'by hand', created: 0, written: 0 });
    },
    deleteByHand: (email: string) => void records.delete(email),
    /** @returns what makes the service's table again what it was at this moment; only for times without running imports */
    backup: () => {
      catchUp();
      const [keptImports, keptRecords, keptKeys] = [[...imports], [...records], [...keys]] as const;
      return () => {
        for (const map of [imports, records, keys]) map.clear();
        for (const [id, one] of keptImports) imports.set(id, one);
        for (const [id, one] of keptRecords) records.set(id, one);
        for (const [id, one] of keptKeys) keys.set(id, one);
        unwritten = [];
      };
    },
    /** Real imports whose rows are not written yet. */
    running: (): readonly Import[] => {
      catchUp();
      return unwritten.filter(({ dryRun, refusal }) => !dryRun && refusal === undefined);
    },
    hours: rate.hours,
    answer: (operation: string, body: unknown, headers: Readonly<Record<string, string>>): object => {
      catchUp();
      const isControl = operation in control;
      const hasToken = headers['x-api-key'] === secret.apiKey && headers['x-api-secret'] === secret.apiSecret;
      const mayPass = !isControl || headers['authorization'] === `Bearer ${secret.controlToken}`;
      if (!hasToken || !mayPass) return failure('unauthorized', 'not known');
      const spent = isControl ? undefined : rate.spend();
      if (spent?.isSpent) return failure('too_many_requests', 'too_many_requests', spent.meta);
      const found = control[operation] ?? operations[operation];
      const answer = found?.(body as Input, headers) ?? failure('not_found', operation);
      return spent === undefined ? answer : { ...answer, meta: spent.meta };
    },
  };
}
export type TestService = ReturnType<typeof createTestService>;

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
