import { commonHeaders, operations } from '@sluice/contract';
import type { OperationInput, OperationName } from '@sluice/contract';
import type { Answer } from './answer.ts';
import type { CallOptions, ClientOptions } from './client.ts';
import { readAnswer } from './read-answer.ts';
import { redirected } from './redirected.ts';
import type { Transport, WireAnswer, WireRequest, WireSilence } from './transport.ts';
import { withoutSecrets } from './without-secrets.ts';

/** An `import` that waits is redirected to itself up to ten times; the rest is a margin. */
const mostHops = 12;

export interface Caller extends Required<
  Pick<ClientOptions, 'apiKey' | 'apiSecret' | 'timeoutMs' | 'transport'>
> {
  readonly baseUrl: URL;
}

/** One call with its redirects, and what the result means for the caller. */
export async function callOperation<N extends OperationName>(
  caller: Caller,
  { name, input }: { readonly name: N; readonly input?: OperationInput<N> | undefined },
  options: CallOptions,
): Promise<Answer<N>> {
  const limit = AbortSignal.timeout(options.timeoutMs ?? caller.timeoutMs);
  const first: WireRequest = {
    method: 'POST',
    url: new URL(name, caller.baseUrl),
    headers: headersOf(caller, options),
    body: JSON.stringify(input ?? {}),
    fresh: operations[name].permission === 'write',
    signal: options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]),
  };
  const last = await follow(caller.transport, first, name);
  const answer: Answer<N> = last.kind === 'noAnswer' ? last : readAnswer(name, last);
  return withoutSecrets(answer, [caller.apiKey, caller.apiSecret]);
}

function headersOf({ apiKey, apiSecret }: Caller, { idempotencyKey }: CallOptions): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json, */*;q=0.5',
    [commonHeaders.apiKey]: apiKey,
    [commonHeaders.apiSecret]: apiSecret,
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  };
}

/** The last answer; a file that was fetched elsewhere carries the headers that the service had sent. */
async function follow(
  transport: Transport,
  first: WireRequest,
  name: OperationName,
): Promise<WireAnswer | WireSilence> {
  let request = first;
  let sentAway: WireAnswer | undefined;
  for (let hop = 0; ; hop += 1) {
    const answer = await transport(request);
    // After a redirect, the service has received the request.
    if (answer.kind === 'noAnswer') return hop === 0 ? answer : { ...answer, sent: 'maybe' };
    const next = hop < mostHops ? redirected(request, answer, name) : undefined;
    if (next === undefined)
      return sentAway === undefined ? answer : { ...answer, sentAway: sentAway.headers };
    if (next.method === 'GET') sentAway ??= answer;
    request = next;
  }
}
