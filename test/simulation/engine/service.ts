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
  orderedId,
  webhookModels,
  type ControlServices,
  type AccessSite,
  type Services,
  type Store,
  type Token,
  type Webhook,
} from '@sluice/data-access/testing/world';
import type { Decisions } from '../decisions.ts';
import { processNow, type Due, type Ended, type Process, type Scheduler } from '../scheduler.ts';
import type { Ways } from '../effects.ts';
import { watched, writes, type Effect } from '../watched.ts';
import { notingStore, watchedBlobs, watchedPort, watchedStore, type Committed } from './ports.ts';
import { createQueues } from './queues.ts';

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
}

const [second, minute] = [1000, 60_000];
/** How long each function may run, as it is deployed. */
const timeouts = {
  dataApi: 29 * second,
  controlApi: 29 * second,
  runImport: 5 * minute,
  deliverWebhooks: minute,
} as const;
/** Before and behind the time of the others. */
const clocks = [0, 0, 1000, -1000, 300];
/** How long after its sender gave up a request may arrive. */
const latenesses = {
  runImport: [2 * second, 50 * second, 100 * second, 290 * second],
  // What a call changes more than half a minute after it ended, webhooks do not hear of: its intent was looked at by then.
  others: [second, 5 * second, 25 * second],
};

export interface Received {
  readonly at: number;
  readonly body: string;
}

/**
 * The service as it is, in memory: its functions are processes of the scheduler, each with a clock of its own, and each call of a
 * store, a bucket or a queue is an effect.
 */
export function createServiceWorld({ scheduler, effect, decisions, disorder }: ServiceParts) {
  const log: Committed[] = [];
  /** The process that made an id. */
  const madeBy = new Map<string, number>();
  const received: Received[] = [];
  const late: Due[] = [];
  let ids = 0;
  const apart = new WeakMap<Process, number>();
  const isOneClock = !decisions.chance('clocks differ', 0.5);
  /** By how much the clock of a process is ahead. */
  function aheadMs(process: Process): number {
    const known = apart.get(process);
    if (known !== undefined) return known;
    const name = `clock of ${process.step} ${process.number}`;
    const ahead = isOneClock ? 0 : (clocks[decisions.pick(name, clocks.length)] ?? 0);
    apart.set(process, ahead);
    return ahead;
  }
  const now = () => {
    const process = processNow();
    return new Date(scheduler.now() + (process === undefined ? 0 : aheadMs(process)));
  };
  const newId = () => {
    const id = orderedId(now(), 'world', (ids += 1));
    madeBy.set(id, processNow()?.number ?? 0);
    return id;
  };
  const later = (run: () => void) => {
    const all = processNow()?.step === 'runImport' ? latenesses.runImport : latenesses.others;
    const after = all[decisions.pick(`lateness ${late.length + ids}`, all.length)] ?? 0;
    const one = { at: scheduler.now() + after, run: () => (late.splice(late.indexOf(one), 1), run()) };
    late.push(one);
  };
  const watching = { effect, later, now };
  const memory = { store: notingStore(createMemoryStore(), log), ...createErasableBlobs() };
  const queues = createQueues(
    { scheduler, decisions, disorder },
    {
      imports: { hiddenMs: 30 * minute, receive: (body) => work(body) },
      changes: { hiddenMs: 6 * minute, receive: (body) => deliver(body) },
      deliveries: { hiddenMs: 6 * minute, receive: (body) => deliver(body) },
    },
  );
  const queue = (name: keyof typeof queues.send) =>
    watchedPort(name, { send: queues.send[name] }, { ...watching, reads: [] });
  const store = watchedStore(memory.store, watching);
  const blobs = watchedBlobs(memory.blobs, watching);
  const deliveries = queue('deliveries');
  const changes = queue('changes');
  const imports = queue('imports');
  const reverts: object[] = [];

  /** The services of one process. */
  function services(): Services & ControlServices & RunServices {
    const publisher = createPublisher({ store, blobs, queue: changes, now });
    return {
      ...{ store, blobs, publisher, deliveries, now, newId },
      erasable: memory.erasable,
      audit,
      urlRules: { allowLoopback: false },
      queue: imports,
      reverts: { send: async (message) => void reverts.push(message) },
      mailer: { send: async () => ({ kind: 'sent', messageId: newId() }) },
      newSecret: () => `secret ${newId()}`,
      sleep: scheduler.sleep,
      signingKey: async () => new Uint8Array(32),
      report: () => undefined,
    };
  }
  const audit = createMemoryAuditLog();

  let deaths = 0;
  async function work(body: unknown): Promise<Ended> {
    const invocation = { step: 'runImport', timeoutMs: timeouts.runImport };
    const ended = await scheduler.spawn(invocation, () => runImport(importMessage.parse(body), services()));
    if (ended === 'died') deaths += 1;
    return ended;
  }

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
    scheduler.spawn({ step: 'deliverWebhooks', timeoutMs: timeouts.deliverWebhooks }, () =>
      dispatchMessage(webhookMessage.parse(body), {
        ...{ store, blobs, queue: changes, deliveries, resting, now },
        send: receiver.send,
        random: () => 0,
      }),
    );

  /** A client calls. Its answer may be lost, with the process or on its way. @param about receives the number of the process */
  async function call(
    front: 'dataApi' | 'controlApi',
    path: string,
    { body, headers = {} }: { readonly body: object; readonly headers?: Readonly<Record<string, string>> },
    about: (process: number) => void = () => undefined,
  ): Promise<Answer> {
    let answer: Answer;
    const request = { ...emptyRequest, path, headers, body: JSON.stringify(body) };
    const invocation = { step: front, timeoutMs: timeouts[front] };
    await scheduler.spawn(invocation, async () => {
      about(processNow()?.number ?? 0);
      const own = services();
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

  /** A site with a token, and with a webhook to every model if it `hasWebhook`. */
  async function newSite(number: number, hasWebhook: boolean): Promise<Site> {
    const { access, webhooks } = memory.store;
    const made = madeSites.get(number) ?? (await makeSite(look, memory.store));
    madeSites.set(number, made);
    // The first history counts like the others.
    ids = 0;
    const { site, token, webhook, apiSecret } = made;
    await access.createSite(site);
    await access.createToken(token);
    if (hasWebhook) await webhooks.create(webhook);
    return { siteId: site.siteId, apiKey: token.apiKey, apiSecret, hasWebhook };
  }

  return {
    ...memory,
    call,
    newSite,
    look,
    log: log as readonly Committed[],
    madeBy: madeBy as ReadonlyMap<string, number>,
    received: received as readonly Received[],
    reverts: reverts as readonly object[],
    deadLetters: queues.dead,
    /** How many workers died, also of their timeout. */
    deaths: () => deaths,
    due: (): readonly Due[] => [...late, ...queues.due()],
  };
}

export type ServiceWorld = ReturnType<typeof createServiceWorld>;

const bodyOf = ({ body }: ApiResponse): Answer =>
  typeof body === 'string' && body !== '' ? (JSON.parse(body) as Answer) : undefined;

interface MadeSite {
  readonly site: AccessSite;
  readonly token: Token;
  readonly webhook: Webhook;
  readonly apiSecret: string;
}
/** To make a site takes longer than a whole history, so each is made once. */
const madeSites = new Map<number, MadeSite>();

async function makeSite(
  look: (operation: string, input: object) => Promise<NonNullable<Answer>>,
  { access, webhooks }: Store,
): Promise<MadeSite> {
  const { siteId } = await look('createSite', { name: 'Acme', kind: 'demo' });
  const { apiKey, apiSecret } = await look('createToken', { siteId, permission: 'write' });
  const models = webhookModels.map((model) => ({ model }));
  await look('createWebhook', { siteId, url: 'https://receiver.example.org/changes', models });
  const site = await access.site(String(siteId));
  const token = await access.token(String(apiKey));
  const [webhook] = await webhooks.list(String(siteId));
  if (!site || !token || !webhook) throw new Error('expected a site with a token and a webhook');
  return { site, token, webhook, apiSecret: String(apiSecret) };
}

const unreachable = { kind: 'unreachable', reason: 'ECONNRESET', durationMs: 5 };
const receiverWays: Ways<unknown> = {
  unsent: () => unreachable,
  lost: async (act) => (await act(), unreachable),
};

const operator = 'arn:aws:iam::123456789012:user/ana';
const emptyRequest = { method: 'POST', path: '', query: {}, headers: {}, body: '', sourceIp: '192.0.2.7' };
