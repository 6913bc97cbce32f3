import { inspect } from 'node:util';
import { setTimeout } from 'node:timers/promises';
import { operationNames } from '@sluice/contract';
import type { OperationInput, OperationName } from '@sluice/contract';
import type { Answer } from './answer.ts';
import { callOperation, type Caller } from './call.ts';
import type { CallOptions, Client, ClientOptions, Methods } from './client.ts';
import { insistBy, type Insist } from './insist.ts';
import { createNodeTransport } from './node-transport.ts';
import { itemsBy, pagesBy } from './paging.ts';
import { createRateGate } from './rate-gate.ts';

/** A client of one service with one token. The token stays in this closure: no property, error or print shows it. */
export function createClient(options: ClientOptions): Client {
  const { now = () => new Date(), sleep = pause, random = Math.random } = options;
  const baseUrl = baseUrlOf(options.baseUrl);
  const gate = createRateGate();
  const { apiKey, apiSecret, maxAnswerBytes, timeoutMs = 25_000 } = options;
  const limit = maxAnswerBytes === undefined ? {} : { maxAnswerBytes };
  const transport = options.transport ?? createNodeTransport(limit);
  const caller: Caller = { baseUrl, apiKey, apiSecret, timeoutMs, transport };

  async function call<N extends OperationName>(
    name: N,
    input?: OperationInput<N>,
    options: CallOptions = {},
  ): Promise<Answer<N>> {
    const sentAt = now().getTime();
    const answer = await callOperation(caller, { name, input }, options);
    gate.note(answer, sentAt);
    return answer;
  }

  const { attempts = 4, waitForRate = false } = options;
  const insist = insistBy({ call, gate, attempts, waitForRate, now, sleep, random });
  const print = () => `Client { baseUrl: '${baseUrl.href}' }`;
  return Object.assign(methodsOver(insist), {
    call,
    items: itemsBy(insist),
    pages: pagesBy(insist),
    [inspect.custom]: print,
  });
}

async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal });
}

function baseUrlOf(text: string): URL {
  const url = new URL(text.endsWith('/') ? text : `${text}/`);
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('The base URL must hold no credentials; give them as apiKey and apiSecret.');
  }
  return url;
}

function methodsOver(insist: Insist): Methods {
  const methodOf = <N extends OperationName>(name: N) => [
    name,
    async (input?: OperationInput<N>, options?: CallOptions) => (await insist(name, input, options)).output,
  ];
  // Types cannot see through Object.fromEntries.
  return Object.fromEntries(operationNames.map(methodOf)) as Methods;
}
