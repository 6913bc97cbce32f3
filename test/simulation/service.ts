import { createHash } from 'node:crypto';
import type { Scheduler } from './scheduler.ts';
import { createServiceWorld, type Answer, type ServiceParts, type Site } from './engine/service.ts';
import type { Called } from './engine/clients.ts';
import type { ImportCall, Input, RecordSet, Row, ServiceOptions } from './service-options.ts';
import { createView, type Import } from './service-view.ts';
import { lessOf, namedBy, refusalOf, revertOf } from './service-ways.ts';

export const secret = { apiKey: 'key-canary', apiSecret: 'secret-canary', controlToken: 'token-canary' };
const defaultRunMs = 1500;
/** How long a client waits for an answer. */
const answersWithinMs = 25_000;
const meta = { requestId: 'r1', duration: 1, rateLimitRemaining: 90_000, rateLimitLimit: 100_000 };
const failure = (code: string, message: string, more: object = meta) => ({
  ok: false,
  meta: more,
  error: { code, message },
});

export interface TestServiceParts extends ServiceOptions, Omit<ServiceParts, 'importMs' | 'reverted'> {
  readonly scheduler: Scheduler;
  /** Receives every undo that ended, as our service publishes it. */
  readonly reverted?: ((message: object) => void) | undefined;
}

interface Asking {
  readonly headers?: Headers;
  readonly call?: ImportCall;
  readonly isControl?: boolean;
  /** Nothing goes wrong, and nobody has to wait. */
  readonly isCalm?: boolean;
}

type Headers = Readonly<Record<string, string>>;

/**
 * The service as the flow sees it: the real one of `engine`, from which another server's ways take something away. What it committed
 * is the truth that the ledger is compared with.
 */
export function createTestService(parts: TestServiceParts) {
  const { scheduler, ...options } = parts;
  const now = () => scheduler.now();
  const calls: ImportCall[] = [];
  /** Every call of everybody, for the checks of the service's own histories. */
  const called: Called[] = [];
  const byProcess = new Map<number, ImportCall>();
  const dueAt = new Map<string, number>();
  /** Breaches that only the service can see. */
  const violations: string[] = [];
  const hours = new Map<number, { ours: number; refused: number }>();
  const world = createServiceWorld({
    ...parts,
    importMs: (importId) => {
      const call = callOf(importId);
      const { undo } = view.imports().get(importId) ?? {};
      if (undo !== undefined) return undo.chunksDone > 0 ? 0 : (options.undoesFor ?? 500);
      const at =
        dueAt.get(importId) ?? now() + (call && options.runsFor ? options.runsFor(call) : defaultRunMs);
      dueAt.set(importId, at);
      return Math.max(0, at - now());
    },
  });
  const callOf = (importId: string) => byProcess.get(world.madeBy.get(importId) ?? -1);
  const view = createView(world.log, callOf);
  let site: Site | undefined;
  let isReady = false;
  const ready = (async () => {
    site = await world.newSite(1, options.hasWebhook ?? false, {
      ...secret,
      rateLimit: options.limit ?? 100_000,
    });
    for (const record of options.seeded ?? []) await save(record);
    isReady = true;
  })();

  /** One call of the real service. Without an answer its process died, or takes too long. */
  async function ask(
    operation: string,
    input: object,
    { headers = {}, call, isControl = false, isCalm = false }: Asking = {},
  ): Promise<Answer> {
    const key = headers['idempotency-key'];
    const siteId = site?.siteId ?? '';
    const one: Called = { siteId, operation, input: { ...input }, key, from: world.log.length, process: 0 };
    called.push(one);
    const front = isControl ? 'controlApi' : 'dataApi';
    // People and other programs have a token of their own.
    const theirs = { 'x-api-key': site?.apiKey ?? '', 'x-api-secret': site?.apiSecret ?? '' };
    const own = { ...theirs, ...headers };
    const happening = world.call(
      front,
      `/${isControl ? 'undo/' : ''}${operation}`,
      { body: input, headers: own, isCalm },
      (process) => {
        one.process = process;
        if (call) byProcess.set(process, call);
      },
    );
    const answer = await (isCalm ? happening : scheduler.wait(happening, answersWithinMs));
    if (answer === undefined) return undefined;
    one.answer = answer;
    one.to = world.log.length;
    return answer;
  }

  /** Somebody writes a client past every import, where nothing goes wrong. */
  async function save(record: Readonly<Record<string, unknown>>): Promise<void> {
    const id = view.records().get(String(record['email']))?.id;
    const known = id === undefined ? {} : { id };
    const answer = await ask(
      'saveUsers',
      { users: [{ name: 'No name', ...record, ...known }] },
      { isCalm: true },
    );
    if (answer?.['ok'] !== true)
      throw new Error(`expected to save ${JSON.stringify(record)}: ${JSON.stringify(answer)}`);
  }

  async function remove(email: string): Promise<void> {
    const recordSets = [{ schema: 'client', lookup: 'email', records: [{ email, deleted: true }] }];
    const answer = await ask('import', { recordSets }, { isCalm: true });
    await world.workCalmly(site?.siteId ?? '', String(answer?.['importId']));
  }

  function arrived(input: Input, headers: Headers): ImportCall {
    const sent = callFrom(input, { at: now(), key: headers['idempotency-key'] });
    const call = { ...sent, refusal: refusalOf(input, options) };
    if (input.successNotificationEmails ?? input.failureNotificationEmails)
      violations.push('invariant 6: an import carried notification addresses');
    calls.push(call);
    if (call.dryRun || (options.refusesAtOnce && call.refusal !== undefined)) return call;
    if (![...view.imports().values()].some((one) => isPassed(one, call)))
      violations.push('invariant 5: a real import without a dry run of the same bytes');
    options.onReal?.(call);
    return call;
  }

  const sentAs = new Map<string, readonly RecordSet[]>();
  /** With a name for each new client, the same in the dry run and after it. */
  function named({ sha256, input }: ImportCall): readonly RecordSet[] {
    const isNew = ({ email, name, deleted }: Row) =>
      name === undefined && deleted !== true && !view.records().has(String(email));
    const nameNew = (row: Row) => (isNew(row) ? { ...row, name: 'No name' } : row);
    const sets = (input.recordSets ?? []).map((set) =>
      ['client', 'professional'].includes(set.schema) ? { ...set, records: set.records.map(nameNew) } : set,
    );
    const sent = sentAs.get(sha256) ?? sets;
    sentAs.set(sha256, sent);
    return sent;
  }

  async function takeImport(input: Input, headers: Headers): Promise<object | undefined> {
    const call = arrived(input, headers);
    const { refusal } = call;
    if (refusal !== undefined && options.refusesAtOnce)
      return failure('invalid_request', namedBy(refusal, options));
    const { takesKey = options.isOurs } = options;
    const { 'idempotency-key': key, ...others } = headers;
    const { asInDryRun, ...rest } = { ...input, ...(options.takesNameless && { recordSets: named(call) }) };
    // What it refuses is for the real service a dry run, which writes nothing.
    const sent = {
      ...rest,
      ...(asInDryRun !== undefined && options.isOurs && { asInDryRun }),
      ...(refusal !== undefined && { dryRun: true, asInDryRun: undefined }),
    };
    const more: Headers = takesKey && key !== undefined ? { 'idempotency-key': key } : {};
    const answer = await ask('import', sent, { headers: { ...others, ...more }, call });
    return options.loses?.(call) ? failure('server_error', 'lost') : answer;
  }

  const operations: Readonly<
    Record<string, (input: Input, headers: Headers) => Promise<object | undefined>>
  > = {
    import: takeImport,
    importStatus: async (input, headers) => {
      const answer = await ask('importStatus', input, { headers });
      const status = answer?.['importStatus'];
      if (status === undefined) return answer;
      return {
        ...answer,
        importStatus: lessOf(status as never, callOf(input.importId ?? ''), options),
      };
    },
    downloadFile: (input, headers) => ask('downloadFile', input, { headers }),
    getRevert: async (input, headers) => {
      const answer = await ask('getRevert', input, { headers, isControl: true });
      const call = view.imports().get(input.importId ?? '');
      return answer && call ? revertOf(answer, call, options) : answer;
    },
    revertImport: async (input, headers) => {
      const refusal = options.refuseUndo?.(input.importId ?? '');
      if (refusal !== undefined) return failure('invalid_request', refusal);
      return ask('revertImport', input, { headers, isControl: true });
    },
  };

  function spend(answer: object | undefined): void {
    const number = Math.floor(now() / 3_600_000);
    const hour = hours.get(number) ?? { ours: 0, refused: 0 };
    hours.set(number, hour);
    const { error } = (answer ?? {}) as { readonly error?: { readonly code: string } };
    hour[error?.code === 'too_many_requests' ? 'refused' : 'ours'] += 1;
  }

  async function othersSpend(): Promise<void> {
    const limit = options.limit ?? 100_000;
    const hour = `${new Date(now()).toISOString().slice(0, 13)}:00:00.000Z`;
    for (let more = options.others?.() ?? 0; more > 0; more -= 1)
      await world.store.access.spend(secret.apiKey, hour, limit);
  }

  return {
    world,
    ready,
    isReady: () => isReady,
    calls: calls as readonly ImportCall[],
    called: called as readonly Called[],
    site: () => site,
    get imports() {
      return view.imports();
    },
    /** Clients, by address. */
    get records() {
      return view.records();
    },
    violations,
    /** Whether it ends this import as `error` in words of its own. */
    isErring: (call: ImportCall) => options.says?.(call) !== undefined,
    changeByHand: (record: Row) => ready.then(() => save(record)),
    deleteByHand: (email: string) => ready.then(() => remove(email)),
    ask,
    due: world.due,
    /** Real imports whose rows are not all written yet. */
    running: () =>
      [...view.imports().values()].filter(
        ({ dryRun, isDone, refusal }) => !dryRun && !isDone && refusal === undefined,
      ),
    /** For each hour that had a call of the flow: how many were admitted, and how many were refused. */
    hours: () => [...hours.values()],
    /** Without an answer the process of the call died, or the call took too long. */
    answer: async (operation: string, body: unknown, headers: Headers): Promise<object | undefined> => {
      const isControl = operation === 'getRevert' || operation === 'revertImport';
      const hasToken = headers['x-api-key'] === secret.apiKey && headers['x-api-secret'] === secret.apiSecret;
      const mayPass = !isControl || headers['authorization'] === `Bearer ${secret.controlToken}`;
      if (!hasToken || !mayPass) return failure('unauthorized', 'not known');
      if (!isControl) await othersSpend();
      const answer = await (operations[operation]?.(body as Input, headers) ??
        failure('not_found', operation));
      if (!isControl) spend(answer);
      return answer;
    },
  };
}
export type TestService = ReturnType<typeof createTestService>;

function callFrom(
  input: Input,
  { at, key }: { at: number; key: string | undefined },
): Omit<ImportCall, 'refusal'> {
  const { filename = '', dryRun = false, recordSets = [] } = input;
  const [, run = '', batch = '0', attempt = '0'] =
    /\[run (\S+) batch (\d+)(?: attempt (\d+))?/u.exec(filename) ?? [];
  const sha256 = createHash('sha256').update(JSON.stringify(recordSets)).digest('hex');
  return { run, batch: Number(batch), attempt: Number(attempt), dryRun, sha256, at, input, key };
}

const isPassed = (one: Pick<Import, 'dryRun' | 'refusal' | 'sha256' | 'state'>, call: ImportCall) =>
  one.dryRun && one.state === 'valid' && one.refusal === undefined && one.sha256 === call.sha256;
