import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Socket } from 'node:net';
import { Readable, type Duplex } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { leftMs } from './invocation.ts';

export interface RequestLimits {
  /** Until a connection is open. */
  readonly connectMs: number;
  /** From the last byte of a request to the first of its answer. */
  readonly firstByteMs: number;
  /** Between two bytes of an answer, while we wait for the next one. */
  readonly idleMs: number;
  /** As slow as a request may be sent. */
  readonly bytesPerMs: number;
}

/** Of requests between AWS and functions. */
export const limitsInAws: RequestLimits = {
  connectMs: 1_000,
  firstByteMs: 5_000,
  idleMs: 5_000,
  bytesPerMs: 1_000,
};
/** Over the line of an office. */
export const limitsFromAfar: RequestLimits = {
  connectMs: 5_000,
  firstByteMs: 10_000,
  idleMs: 10_000,
  bytesPerMs: 10,
};

/**
 * Ends requests that nobody answers: the SDK waits without an end. Each try takes at most a third of what is left of the
 * invocation, so that another one can begin. An answer that we do not read on is not idle.
 */
export class LimitedRequests extends NodeHttpHandler {
  readonly #limits: RequestLimits;

  constructor(limits: RequestLimits = limitsInAws) {
    const agent = { keepAlive: true, maxSockets: 50 };
    super({
      httpAgent: connectingWithin(new Agent(agent), limits.connectMs),
      httpsAgent: connectingWithin(new SecureAgent(agent), limits.connectMs),
      throwOnRequestTimeout: true,
    });
    this.#limits = limits;
  }

  override async handle(...[request, options]: Parameters<NodeHttpHandler['handle']>) {
    const { firstByteMs, idleMs, bytesPerMs } = this.#limits;
    const sendingMs = Number(request.headers['content-length'] ?? 0) / bytesPerMs;
    const requestTimeout = withinInvocation(firstByteMs + sendingMs);
    const { response } = await super.handle(request, { ...options, requestTimeout });
    if (response.body instanceof Readable) response.body = whileAwaited(response.body, idleMs);
    return { response };
  }
}

const withinInvocation = (ms: number): number => Math.max(1, Math.min(ms, leftMs() / 3));

function timeout(what: string): Error {
  return Object.assign(new Error(`AWS ${what}`), { name: 'TimeoutError', code: 'ETIMEDOUT' });
}

/** Limits the time of connecting itself, without that of waiting for a free connection. */
function connectingWithin<A extends Agent>(agent: A, ms: number): A {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...args: Parameters<Agent['createConnection']>): Duplex | null | undefined => {
    const socket = connect(...args);
    if (socket) endUnless(socket as Socket, ms);
    return socket;
  };
  return agent;
}

function endUnless(socket: Socket, ms: number): void {
  const timer = setTimeout(() => {
    // What has arrived while the process was busy counts.
    setImmediate(() => socket.connecting && socket.destroy(timeout('took no connection')));
  }, withinInvocation(ms));
  for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer));
}

/** The same bytes; a failure if none comes for so long although they are wanted. */
function whileAwaited(source: Readable, ms: number): Readable {
  let timer: NodeJS.Timeout | undefined;
  const settle = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const body = new Readable({
    read: () => {
      timer ??= setTimeout(
        () => setImmediate(() => timer && body.destroy(timeout('did not go on with its answer'))),
        withinInvocation(ms),
      );
      source.resume();
    },
    destroy: (error, done) => {
      settle();
      source.destroy();
      done(error);
    },
  });
  source.on('data', (chunk) => {
    settle();
    if (!body.push(chunk)) source.pause();
  });
  source.once('end', () => {
    settle();
    body.push(null);
  });
  source.once('error', (error) => body.destroy(error));
  return source.pause() && body;
}
