import { Readable } from 'node:stream';
import type { Transport } from '@sluice/client';
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
import { invocationNow, perform, type Tellings } from './effects.ts';

/** What stands behind the clients; each invocation brings its own. */
export interface Servers {
  /** By the name of the client's class. */
  readonly aws: Readonly<Record<string, (request: AwsRequest) => AwsAnswer>>;
  /** The service and its control path: the body of the answer to an operation. */
  readonly http: (operation: string, body: unknown, headers: Readonly<Record<string, string>>) => object;
  /** An answer that reached the flow, however it got there. */
  readonly heard: (body: string) => void;
}

const serversNow = (): Servers => {
  const { place } = invocationNow();
  // Every invocation of this harness brings them; an AsyncLocalStorage has one type for all.
  return place as Servers;
};

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

/** Clients of the real SDK, made once, whose requests end in the servers of the invocation that they belong to. */
function client<C>(Kind: new (config: object) => C): C {
  const known = clients.get(Kind);
  if (known instanceof Kind) return known;
  const handle = async (request: AwsRequest) => {
    const server = serversNow().aws[Kind.name];
    if (server === undefined) throw new Error(`Nothing stands behind ${Kind.name}: give the world one.`);
    return onTheWire(server(request));
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
      const { stacks } = invocationNow().watch ?? {};
      if (stacks) noteStack(stacks, `${service}.${commandOf(context)}`);
      return next(args);
    },
    { step: 'initialize', priority: 'high', name: 'faultsStack' },
  );
  middlewareStack.add(
    (next: (args: unknown) => Promise<Wire>, context: Context) => (args: unknown) =>
      perform(
        { client: service, command: commandOf(context) },
        () => next(args),
        tellingsOf(service, context),
      ),
    { step: 'deserialize', priority: 'low', name: 'faults' },
  );
}

function noteStack(stacks: Map<string, Set<string>>, what: string): void {
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

function tellingsOf(service: string, { commandName }: Context): Tellings<Wire> {
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

/** The last message of the request is not taken, and the answer says so. */
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

/** One request to the service, as `node:http` and `fetch` would tell of it. */
function exchange(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer | Silence> {
  const operation = url.pathname.split('/').at(-1) ?? '';
  const act = async (): Promise<HttpAnswer | Silence> => ({
    status: 200,
    body: JSON.stringify(serversNow().http(operation, JSON.parse(body), headers)),
    complete: true,
  });
  const after = (answer: HttpAnswer | Silence) => async (happen: typeof act) => (await happen(), answer);
  const tellings: Tellings<HttpAnswer | Silence> = {
    unsent: () => ({ sent: 'no' }),
    unheard: () => ({ sent: 'maybe' }),
    lost: after({ sent: 'maybe' }),
    throttled: () => refusal('too_many_requests'),
    unauthorized: () => refusal('unauthorized'),
    serverError: after(refusal('server_error')),
    gateway: after({ status: 502, body: '<html>bad gateway</html>', complete: true }),
    cut: async (happen) => {
      const whole = await happen();
      return 'body' in whole ? { ...whole, body: whole.body.slice(0, 9), complete: false } : whole;
    },
  };
  return perform({ client: 'Http', command: operation }, act, tellings);
}

const transport: Transport = async ({ url, body = '', headers }) => {
  noteHttp(url);
  const answer = await exchange(url, body, lowerCase(headers));
  if ('body' in answer && answer.complete) serversNow().heard(answer.body);
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
  noteHttp(url);
  const headers = lowerCase(Object.fromEntries(new Headers(init?.headers)));
  const answer = await exchange(url, String(init?.body ?? ''), headers);
  if ('sent' in answer) throw new TypeError('fetch failed');
  return new Response(answer.body, { status: answer.status });
};

function noteHttp({ pathname }: URL): void {
  const { stacks } = invocationNow().watch ?? {};
  if (stacks) noteStack(stacks, `Http.${pathname.split('/').at(-1)}`);
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

export const hooked: Pick<Outside, 'client' | 'transport' | 'fetch'> = { client, transport, fetch: fetched };
