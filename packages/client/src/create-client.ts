import { inspect } from 'node:util';
import { setTimeout } from 'node:timers/promises';
import { operationNames } from '@sluice/contract';
import type { ItemOf, OperationInput, OperationName, OperationOutput, SearchName } from '@sluice/contract';
import type { Answer } from './answer.ts';
import { callOperation, type Caller } from './call.ts';
import type { CallOptions, Client, ClientOptions, Methods } from './client.ts';
import { errorOf, UnreadableError } from './errors.ts';
import { createNodeTransport } from './node-transport.ts';
import { mayRepeat, waitBefore } from './retry.ts';

/** A client of one service with one token. The token lives in this closure only: no property, error or print shows it. */
export function createClient(options: ClientOptions): Client {
  const { attempts = 4, sleep = async (ms) => setTimeout(ms), random = Math.random } = options;
  const baseUrl = baseUrlOf(options.baseUrl);
  const caller: Caller = {
    baseUrl,
    apiKey: options.apiKey,
    apiSecret: options.apiSecret,
    timeoutMs: options.timeoutMs ?? 25_000,
    transport: options.transport ?? createNodeTransport(),
  };

  function call<N extends OperationName>(
    name: N,
    input?: OperationInput<N>,
    options: CallOptions = {},
  ): Promise<Answer<N>> {
    return callOperation(caller, { name, input }, options);
  }

  async function insist<N extends OperationName>(
    name: N,
    input?: OperationInput<N>,
    options: CallOptions = {},
  ): Promise<OperationOutput<N>> {
    for (let tried = 1; ; tried += 1) {
      const answer = await call(name, input, options);
      if (answer.kind === 'ok') return answer.output;
      const over = tried >= attempts || options.signal?.aborted || !mayRepeat(name, answer);
      if (over) throw errorOf(answer);
      await sleep(waitBefore(tried, random()));
    }
  }

  const print = () => `Client { baseUrl: '${baseUrl.href}' }`;
  return Object.assign(methodsOver(insist), {
    call,
    pages: pagesOver(insist),
    [inspect.custom]: print,
  });
}

function baseUrlOf(text: string): URL {
  const url = new URL(text.endsWith('/') ? text : `${text}/`);
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('The base URL must hold no credentials; give them as apiKey and apiSecret.');
  }
  return url;
}

type Insist = <N extends OperationName>(
  name: N,
  input?: OperationInput<N>,
  options?: CallOptions,
) => Promise<OperationOutput<N>>;

function methodsOver(insist: Insist): Methods {
  const methodOf = <N extends OperationName>(name: N) => [
    name,
    (input?: OperationInput<N>, options?: CallOptions) => insist(name, input, options),
  ];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- types cannot see through Object.fromEntries
  return Object.fromEntries(operationNames.map(methodOf)) as Methods;
}

function pagesOver(insist: Insist) {
  return async function* pages<N extends SearchName>(
    name: N,
    input: OperationInput<N>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<N>> {
    let cursor: string | undefined;
    for (;;) {
      const page = await insist(name, cursor === undefined ? input : { ...input, cursor }, options);
      yield* page.items;
      if (!page.hasMore) return;
      if (page.nextCursor === undefined || page.nextCursor === cursor) {
        throw new UnreadableError(`${name} said that it has more, and gave no way to the next page`);
      }
      cursor = page.nextCursor;
    }
  };
}
