import type { OperationInput, OperationName } from '@sluice/contract';
import type { Answer, Refused, Succeeded } from './answer.ts';
import type { CallOptions, ClientOptions } from './client.ts';
import { errorOf, RateLimitError } from './errors.ts';
import { waitFor, type RateGate } from './rate-gate.ts';
import { mayRepeat, waitBefore } from './retry.ts';

type Settings = 'attempts' | 'waitForRate' | 'now' | 'sleep' | 'random';

export interface Insisting extends Required<Pick<ClientOptions, Settings>> {
  readonly call: <N extends OperationName>(
    name: N,
    input: OperationInput<N> | undefined,
    options: CallOptions,
  ) => Promise<Answer<N>>;
  readonly gate: RateGate;
}

export type Insist = <N extends OperationName>(
  name: N,
  input?: OperationInput<N>,
  options?: CallOptions,
) => Promise<Succeeded<N>>;

/** Calls until there is a success, as far as that is safe and within the rate; throws what it ends with otherwise. */
export function insistBy({ call, gate, attempts, now, sleep, random, ...settings }: Insisting): Insist {
  /** Ends early for a caller who has gone; the next round sees that. */
  const rest = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
    try {
      await sleep(milliseconds, signal);
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  };
  return async (name, input, options = {}) => {
    const { waitForRate = settings.waitForRate, signal } = options;
    let refused: Refused | undefined;
    for (let tried = 0; ;) {
      const until = gate.closedUntil(now().getTime());
      if (until !== undefined) {
        if (!waitForRate || signal?.aborted) throw new RateLimitError(until, refused?.message);
        await rest(waitFor(until, now().getTime(), random()), signal);
        continue;
      }
      const answer = await call(name, input, options);
      if (answer.kind === 'ok') return answer;
      tried += 1;
      // The gate is closed now, so the next round waits or gives up. A token with a limit of 0 never waits.
      const isSpent = answer.kind === 'refused' && answer.code === 'too_many_requests';
      if (isSpent && answer.meta.rateLimitLimit !== 0) {
        refused = answer;
        const next = gate.closedUntil(now().getTime()) ?? now();
        if (tried >= attempts) throw new RateLimitError(next, refused.message);
        continue;
      }
      if (tried >= attempts || signal?.aborted || !mayRepeat(name, answer)) throw errorOf(answer);
      await rest(waitBefore(tried, random()), signal);
    }
  };
}
