import {
  createPublisher,
  createResting,
  dispatch,
  dispatchControl,
  dispatchMessage,
  importMessage,
  publishingStore,
  runImport,
  webhookMessage,
  type ApiResponse,
  type RunServices,
} from '@sluice/data-access';
import {
  createErasableBlobs,
  createMemoryAuditLog,
  createMemoryStore,
  hashSecret,
  orderedId,
  type ControlServices,
  type Services,
  type Store,
  type Token,
} from '@sluice/data-access/testing/world';
import { createClocks } from '../clocks.ts';
import type { Decisions } from '../decisions.ts';
import { processNow, type Due, type Ended, type Process, type Scheduler } from '../scheduler.ts';
import type { Ways } from '../effects.ts';
import { watched, writes, type Effect } from '../watched.ts';
import { notingStore, watchedBlobs, watchedPort, watchedStore, type Committed } from './ports.ts';
import { createQueues } from './queues.ts';
import { madeSite } from './sites.ts';

/** What a client got: nothing when its connection broke. */
export type Answer = Readonly<Record<string, unknown>> | undefined;

export interface Site {
  readonly siteId: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly hasWebhook: boolean;
}

export interface ServiceParts {
  readonly scheduler: Scheduler;
  readonly effect: Effect;
  readonly decisions: Decisions;
  /** How often a message comes twice, or late, from 0 to 1. */
  readonly disorder: number;
  /** How long a message about an import waits for a worker, in milliseconds; not at all when absent. */
  readonly importMs?: ((importId: string) => number) | undefined;
  /** Its table; an empty one in memory when absent. */
  readonly store?: Store | undefined;
  /** Receives every undo that ended. */
  readonly reverted?: ((message: object) => void) | undefined;
}

const [second, minute] = [1000, 60_000];
/** How long each function may run, as it is deployed. */
const timeouts = {
  dataApi: 29 * second,
  controlApi: 29 * second,
  runImport: 5 * minute,
  deliverWebhooks: minute,
} as const;
/** How long after its sender gave up a request may arrive. */
const latenesses = [2 * second, 25 * second, 50 * second, 100 * second, 290 * second];

interface Request {
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isCalm?: boolean;
}

export interface Received {
  readonly at: number;
  readonly body: string;
}

/**
 * The service as it is, in memory: its functions are processes of the scheduler, each with a clock of its own, and each call of a
 * store, a bucket or a queue is an effect.
 */
export function createServiceWorld({
  scheduler,
  effect,
  decisions,
  disorder,
  store: table = createMemoryStore(),
  importMs,
  reverted,
}: ServiceParts) {
  const log: Committed[] = [];
  /** The process that made an id. */
  const madeBy = new Map<string, number>();
  const received: Received[] = [];
  const late: Due[] = [];
  let ids = 0;
  /** Workers whose clocks stood, so that they did not renew their leases. */
  const stood = new Set<Process>();
  const now = createClocks(decisions, scheduler.now, (process) => void stood.add(process));
  const newId = () => {
    const id = orderedId(now(), 'world', (ids += 1));
    madeBy.set(id, processNow()?.number ?? 0);
    return id;
  };
  const later = (run: () => void) => {
    const after = latenesses[decisions.pick(`lateness ${late.length + ids}`, latenesses.length)] ?? 0;
    const one = { at: scheduler.now() + after, run: () => (late.splice(late.indexOf(one), 1), run()) };
    late.push(one);
  };
  const watching = { effect, later, now: () => new Date(scheduler.now()) };
  const memory = { store: notingStore(table, log), ...createErasableBlobs() };
  const queues = createQueues(
    { scheduler, decisions, disorder },
    {
      imports: { hiddenMs: 30 * minute, receive: (body) => work(body) },
      changes: { hiddenMs: 6 * minute, receive: (body) => deliver(body) },
      deliveries: { hiddenMs: 6 * minute, receive: (body) => deliver(body) },
    },
  );
  const queueImport: typeof queues.send.imports = (message, delaySeconds = 0) => {
    const { importId } = importMessage.parse(message);
    return queues.send.imports(message, delaySeconds + (importMs?.(importId) ?? 0) / 1000);
  };
  /** What a process reaches without any effect, and with one for each request. */
  const calm = {
    store: memory.store,
    blobs: memory.blobs,
    imports: { send: queueImport },
    changes: { send: queues.send.changes },
    deliveries: { send: queues.send.deliveries },
  };
  const queue = (name: 'changes' | 'deliveries' | 'imports') =>
    watchedPort(name, calm[name], { ...watching, reads: [] });
  const reached: typeof calm = {
    store: watchedStore(memory.store, watching),
    blobs: watchedBlobs(memory.blobs, watching),
    imports: queue('imports'),
    changes: queue('changes'),
    deliveries: queue('deliveries'),
  };
  const { store, blobs, changes, deliveries } = reached;
  const reverts: object[] = [];

  /** The services of one process. */
  function services({ store, blobs, ...queues } = reached): Services & ControlServices & RunServices {
    const publisher = createPublisher({ store, blobs, queue: queues.changes, now });
    return {
      ...{ store, blobs, publisher, deliveries: queues.deliveries, now, newId },
      erasable: memory.erasable,
      audit,
      urlRules: { allowLoopback: false },
      queue: queues.imports,
      calls: queues.changes,
      reverts: {
        send: async (message) => {
          reverts.push(message);
          reverted?.(message);
        },
      },
      mailer: { send: async () => ({ kind: 'sent', messageId: newId() }) },
      newSecret: () => `secret ${newId()}`,
      sleep: scheduler.sleep,
      signingKey: async () => new Uint8Array(32),
      report: () => undefined,
    };
  }
  const audit = createMemoryAuditLog();
  /** What appends the writes of calls. Acts of the panel append calmly. */
  const chaining = {
    audit: watchedPort('audit', audit, { ...watching, reads: ['get'], plain: ['stored', 'versions'] }),
    store: {
      ...store,
      auditHead: watchedPort('auditHead', store.auditHead, { ...watching, reads: ['get', 'noted'] }),
    },
  };

  /** The import of each worker that died. */
  const deaths: string[] = [];
  async function work(body: unknown): Promise<Ended> {
    const message = importMessage.parse(body);
    const { importId: about } = message;
    const invocation = { step: 'runImport', timeoutMs: timeouts.runImport, about, isElsewhere: true };
    const ended = await scheduler.spawn(invocation, () => runImport(message, services()));
    if (ended === 'died') deaths.push(about);
    return ended;
  }

  /** Somebody waits for an import beside its queue, where nothing goes wrong. */
  const workCalmly = (siteId: string, importId: string): Promise<Ended> =>
    scheduler.spawn({ step: 'runImport', timeoutMs: timeouts.runImport, isElsewhere: true }, () =>
      runImport({ siteId, importId }, services(calm)),
    );

  const resting = createResting(now);
  const send = async (_url: string, body: string) => {
    received.push({ at: log.length, body });
    return { kind: 'delivered', status: 200, durationMs: 5 } as const;
  };
  const receiver = watched(
    effect,
    { send },
    { name: 'receiver', kinds: { send: [...writes, 'twice'] }, ways: () => receiverWays },
  );
  const deliver = (body: unknown): Promise<Ended> =>
    scheduler.spawn({ step: 'deliverWebhooks', timeoutMs: timeouts.deliverWebhooks, isElsewhere: true }, () =>
      dispatchMessage(webhookMessage.parse(body), {
        ...{ store: chaining.store, audit: chaining.audit },
        ...{ blobs, changes, calls: changes, deliveries, resting, now },
        send: receiver.send,
        random: () => 0,
      }),
    );

  /**
   * A client calls. Its answer may be lost, with the process or on its way; where it is calm, nothing goes wrong.
   * @param about receives the number of the process
   */
  async function call(
    front: 'dataApi' | 'controlApi',
    path: string,
    { body, headers = {}, isCalm = false }: Request,
    about: (process: number) => void = () => undefined,
  ): Promise<Answer> {
    let answer: Answer;
    const request = { ...emptyRequest, path, headers, body: JSON.stringify(body) };
    const invocation = { step: front, timeoutMs: timeouts[front], isElsewhere: true };
    await scheduler.spawn(invocation, async () => {
      about(processNow()?.number ?? 0);
      const own = services(isCalm ? calm : reached);
      const publishing = { ...own, store: publishingStore(own) };
      const answered =
        front === 'dataApi'
          ? await dispatch(request, publishing)
          : await dispatchControl({ ...request, caller: operator }, publishing);
      answer = bodyOf(answered);
    });
    return answer;
  }

  /** Somebody asks outside of all processes, where nothing goes wrong. */
  async function look(operation: string, input: object): Promise<NonNullable<Answer>> {
    const request = { ...emptyRequest, path: `/control/${operation}`, body: JSON.stringify(input) };
    return bodyOf(await dispatchControl({ ...request, caller: operator }, services())) ?? {};
  }

  /** A site with a token, with another one where it is given, and with a webhook to every model if it `hasWebhook`. */
  async function newSite(
    number: number,
    hasWebhook: boolean,
    own?: Pick<Site, 'apiKey' | 'apiSecret'> & Pick<Token, 'rateLimit'>,
  ): Promise<Site> {
    const { access, webhooks } = memory.store;
    const made = await madeSite(number, look, memory.store);
    // The first history counts like the others.
    ids = 0;
    const { site, webhook } = made;
    const { token, apiSecret } = made;
    await access.createSite(site);
    await access.createToken(token);
    if (own) {
      const { apiKey, rateLimit } = own;
      await access.createToken({ ...token, apiKey, rateLimit, secretHash: hashSecret(own.apiSecret) });
    }
    if (hasWebhook) await webhooks.create(webhook);
    return { siteId: site.siteId, apiKey: token.apiKey, apiSecret, hasWebhook };
  }

  return {
    ...memory,
    call,
    workCalmly,
    newSite,
    look,
    log: log as readonly Committed[],
    noteErase: (siteId: string, email: string): void => void log.push({ kind: 'erase', siteId, email }),
    madeBy: madeBy as ReadonlyMap<string, number>,
    received: received as readonly Received[],
    reverts: reverts as readonly object[],
    audit,
    deadLetters: queues.dead,
    /** How often something happened to the workers of each import: one of these faults, a death, or a clock that stood. */
    faultsOfWorkers: (fired: readonly Pick<Process, 'about' | 'step'>[]): ReadonlyMap<string, number> => {
      const counts = new Map<string, number>();
      const happened = [...fired, ...stood].flatMap(({ step, about }) =>
        step === 'runImport' ? (about ?? []) : [],
      );
      for (const importId of [...happened, ...deaths]) counts.set(importId, (counts.get(importId) ?? 0) + 1);
      return counts;
    },
    due: (): readonly Due[] => [...late, ...queues.due()],
  };
}

export type ServiceWorld = ReturnType<typeof createServiceWorld>;

const bodyOf = ({ body }: ApiResponse): Answer =>
  typeof body === 'string' && body !== '' ? (JSON.parse(body) as Answer) : undefined;

const unreachable = { kind: 'unreachable', reason: 'ECONNRESET', durationMs: 5 };
const receiverWays: Ways<unknown> = {
  unsent: () => unreachable,
  lost: async (act) => (await act(), unreachable),
};

const operator = 'arn:aws:iam::123456789012:user/ana';
const emptyRequest = { method: 'POST', path: '', query: {}, headers: {}, body: '', sourceIp: '192.0.2.7' };
