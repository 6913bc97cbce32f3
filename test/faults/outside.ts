import { Readable } from 'node:stream';
import type { Transport } from '@sluice/client';
import type { Send } from '@sluice/aws-kit/outgoing';
import type { Outside } from '../../functions/adapters/outside.ts';
import {
  json,
  jsonError,
  onTheWire,
  textOf,
  xmlError,
  type AwsAnswer,
  type AwsRequest,
} from './aws/answer.ts';
import { processNow } from '../simulation/scheduler.ts';
import type { Effect, Effects, FaultKind, Ways } from '../simulation/effects.ts';

/** The servers that answer the clients. */
export interface Servers {
  /** By the name of the client's class. */
  readonly aws: Readonly<Record<string, (request: AwsRequest) => AwsAnswer>>;
  /** The service and its `/undo`: the body of the answer to an operation, if there is one. */
  readonly http: (
    operation: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ) => Promise<object | undefined>;
  /** What reached the address of a chat or of another receiver of notices. */
  readonly hook: (url: string, body: string) => void;
  /** An answer that reached the flow, however it got there. */
  readonly received: (body: string) => void;
  readonly effect: Effects['effect'];
  /** Runs a server, whose processor time is not that of the flow. */
  readonly aside: <T>(work: () => T) => T;
}

let servers: Servers | undefined;
/** From where in the source the calls came, by `client.command`; only where somebody asks for it, since it takes time. */
let stacks: Map<string, Set<string>> | undefined;

/** One world at a time has the clients: making them takes long. */
export function answerWith(next: Servers): void {
  servers = next;
}

/** Receives each request to AWS that is answered, with the class of its client. */
let observe: ((client: string, request: AwsRequest, answer: AwsAnswer) => void) | undefined;

export function observeWith(observer: typeof observe): void {
  observe = observer;
}

export function traceInto(found: Map<string, Set<string>>): void {
  stacks = found;
}

function serversNow(): Servers {
  if (servers === undefined) throw new Error('No server answers the clients.');
  return servers;
}

type Wire = ReturnType<typeof onTheWire>;
interface Hooked {
  readonly middlewareStack: {
    add(middleware: unknown, options: Readonly<Record<string, unknown>>): void;
  };
}
interface Context {
  readonly commandName?: string;
  readonly clientName?: string;
}

const clients = new Map<unknown, unknown>();

/** Clients of the real SDK, made once, whose requests reach the servers of the present world. */
function client<C>(Kind: new (config: object) => C): C {
  const known = clients.get(Kind);
  if (known instanceof Kind) return known;
  const handle = async (request: AwsRequest) => {
    const server = serversNow().aws[Kind.name];
    if (server === undefined) throw new Error(`No server answers ${Kind.name}: give the world one.`);
    return serversNow().aside(() => {
      const answer = server(request);
      observe?.(Kind.name, request, answer);
      return onTheWire(answer);
    });
  };
  const made = new Kind({
    region: 'us-east-1',
    endpoint: 'http://aws.test',
    forcePathStyle: true,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    // Its own retries wait on the real clock; each of the faults is what is left when they are spent.
    maxAttempts: 1,
    requestHandler: { handle },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    signer: { sign: async (request: unknown) => request },
  });
  hook(made as Hooked, Kind.name);
  clients.set(Kind, made);
  return made;
}

function hook({ middlewareStack }: Hooked, name: string): void {
  const service = name.replace(/(?:v2)?Client$/u, '');
  const commandOf = ({ commandName = '' }: Context) => commandName.replace(/Command$/u, '');
  middlewareStack.add(
    (next: (args: unknown) => Promise<unknown>, context: Context) => (args: unknown) => {
      noteStack(`${service}.${commandOf(context)}`);
      return next(args);
    },
    { step: 'initialize', priority: 'high', name: 'faultsStack' },
  );
  middlewareStack.add(
    (next: (args: unknown) => Promise<Wire>, context: Context) => (args: unknown) =>
      serversNow().effect(
        {
          client: service,
          command: commandOf(context),
          kinds: kindsFor({ client: service, command: commandOf(context) }),
          ways: () => waysOf(service, context),
        },
        () => next(args),
      ),
    { step: 'deserialize', priority: 'low', name: 'faults' },
  );
}

function noteStack(what: string): void {
  if (stacks === undefined || processNow() === undefined) return;
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const found = stacks.get(what) ?? new Set();
  found.add(new Error('here').stack ?? '');
  stacks.set(what, found);
  Error.stackTraceLimit = before;
}

const throttlings: Readonly<Record<string, AwsAnswer>> = {
  S3: xmlError(503, 'SlowDown'),
  SQS: jsonError('RequestThrottled'),
  SES: { ...jsonError('TooManyRequestsException'), status: 429 },
};

function waysOf(service: string, { commandName }: Context): Ways<Wire> {
  const CancellationReasons = [{ Code: 'None' }, { Code: 'TransactionConflict' }];
  return {
    throttled: () => onTheWire(throttlings[service] ?? jsonError('ThrottlingException')),
    conflict: () => onTheWire(jsonError('TransactionCanceledException', { CancellationReasons })),
    cut: async (act) => {
      const { response } = await act();
      async function* half() {
        for await (const bytes of response.body) yield bytes.subarray(0, Math.floor(bytes.length / 2));
        throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
      }
      return { response: { ...response, body: Readable.from(half()) } };
    },
    ...(commandName === 'SendMessageBatchCommand' && { partly }),
  };
}

/** The last message of the request is not taken, and the answer reports that. */
async function partly(act: () => Promise<Wire>): Promise<Wire> {
  const { response } = await act();
  const { Successful = [] } = JSON.parse((await response.body.toArray()).map(textOf).join(''));
  const [refused] = Successful.slice(-1);
  const Failed = [{ Id: refused?.Id, Code: 'InternalError', SenderFault: false }];
  return onTheWire(json({ Successful: Successful.slice(0, -1), Failed }));
}

interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  readonly complete: boolean;
}

type Silence = { readonly sent: 'no' | 'maybe' };

const refusal = (code: string): HttpAnswer => ({
  status: 200,
  body: JSON.stringify({ ok: false, error: { code, message: code }, meta: {} }),
  complete: true,
});

const badGateway: HttpAnswer = { status: 502, body: '<html>bad gateway</html>', complete: true };

/** One request to the service, as `node:http` and `fetch` would report it. */
function exchange(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer | Silence> {
  const operation = url.pathname.split('/').at(-1) ?? '';
  const act = async (): Promise<HttpAnswer | Silence> => {
    const answer = await serversNow().http(operation, JSON.parse(body), headers);
    return answer === undefined ? badGateway : { status: 200, body: JSON.stringify(answer), complete: true };
  };
  const after = (answer: HttpAnswer | Silence) => async (happen: typeof act) => (await happen(), answer);
  const ways: Ways<HttpAnswer | Silence> = {
    unsent: () => ({ sent: 'no' }),
    undelivered: () => ({ sent: 'maybe' }),
    lost: after({ sent: 'maybe' }),
    throttled: () => refusal('too_many_requests'),
    unauthorized: () => refusal('unauthorized'),
    serverError: after(refusal('server_error')),
    gateway: after(badGateway),
    turnedAway: () => badGateway,
    cut: async (happen) => {
      const whole = await happen();
      return 'body' in whole ? { ...whole, body: whole.body.slice(0, 9), complete: false } : whole;
    },
  };
  const call = { client: 'Http', command: operation };
  return serversNow().effect({ ...call, kinds: kindsFor(call), ways: () => ways }, act);
}

const transport: Transport = async ({ url, body = '', headers }) => {
  noteStack(`Http.${url.pathname.split('/').at(-1)}`);
  const answer = await exchange(url, body, lowerCase(headers));
  if ('body' in answer && answer.complete) serversNow().received(answer.body);
  if ('sent' in answer) return { kind: 'noAnswer', sent: answer.sent, detail: 'ECONNRESET' };
  const type = answer.status === 200 ? 'application/json' : 'text/html';
  return {
    kind: 'answer',
    status: answer.status,
    headers: { 'content-type': type },
    body: Buffer.from(answer.body),
    complete: answer.complete,
  };
};

const fetched: typeof fetch = async (input, init) => {
  const url = new URL(String(input));
  noteStack(`Http.${url.pathname.split('/').at(-1)}`);
  const headers = lowerCase(Object.fromEntries(new Headers(init?.headers)));
  const answer = await exchange(url, String(init?.body ?? ''), headers);
  if ('sent' in answer) throw new TypeError('fetch failed');
  return new Response(answer.body, { status: answer.status });
};

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A try at the address of a notice, which never throws. */
const send: Send = (url, body) => {
  const call = { client: 'Hook', command: 'Send' };
  const delivered = { kind: 'delivered', status: 200, durationMs: 1 } as const;
  const unreachable = { kind: 'unreachable', reason: 'ECONNRESET', durationMs: 1 } as const;
  const act = async () => (serversNow().aside(() => serversNow().hook(url, body)), delivered);
  const ways: Ways<Awaited<ReturnType<Send>>> = {
    unsent: () => unreachable,
    lost: async (happen) => (await happen(), unreachable),
    throttled: () => ({ kind: 'refused', status: 429, durationMs: 1 }),
  };
  return serversNow().effect({ ...call, kinds: kindsFor(call), ways: () => ways }, act);
};

export const hooked: Pick<Outside, 'client' | 'transport' | 'fetch' | 'sender'> = {
  client,
  transport,
  fetch: fetched,
  sender: () => send,
};

const reads = /^(?:Get|Head|List|Query|BatchGet|Describe|importStatus|getRevert)/u;
const isRead = ({ command }: Pick<Effect, 'command'>): boolean => reads.test(command);

/**
 * What can happen to an effect. Between two writes the state is the same, so a death before or after a reading one is the death
 * after the write before it.
 */
export function kindsFor(effect: Pick<Effect, 'client' | 'command'>): FaultKind[] {
  const { client, command } = effect;
  if (client === 'Http') return kindsOfHttp(effect);
  if (command.startsWith('GetObject')) return ['unsent', 'throttled', 'cut'];
  if (isRead(effect)) return ['unsent', 'throttled'];
  const common = ['unsent', 'lost', 'throttled', 'twice', 'diesBefore', 'diesAfter'] as const;
  if (command.startsWith('TransactWrite')) return [...common, 'conflict'];
  return command === 'SendMessageBatch' ? [...common, 'partly'] : [...common];
}

function kindsOfHttp(effect: Pick<Effect, 'command'>): FaultKind[] {
  const common = ['unsent', 'lost', 'throttled', 'cut', 'gateway', 'serverError', 'unauthorized'] as const;
  if (isRead(effect)) return [...common];
  return [...common, 'turnedAway', 'undelivered', 'twice', 'diesBefore', 'diesAfter'];
}
