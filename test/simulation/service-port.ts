import type { Answer } from '@sluice/client';
import { revertsBy } from '../../functions/adapters/http-reverts.ts';
import type { Cloud } from './cloud.ts';
import type { Ways } from './effects.ts';
import type { Reverts, Service, ServiceCalls } from './flow.ts';
import { processNow } from './scheduler.ts';
import { secret } from './service.ts';
import { calls, watched, type Effect } from './watched.ts';

const headers = { 'x-api-key': secret.apiKey, 'x-api-secret': secret.apiSecret };
const refused = (code: 'too_many_requests' | 'unauthorized' | 'not_found' | 'server_error') =>
  ({ kind: 'refused', code, message: code, meta: {} }) as const;
const badGateway = { kind: 'intermediary', httpStatus: 502, detail: 'HTTP 502' } as const;
const silence = (sent: 'no' | 'maybe') => ({ kind: 'noAnswer', sent, detail: 'ECONNRESET' }) as const;

/** What the caller of the service receives where something goes wrong. */
const serviceWays: Ways<unknown> = {
  unsent: () => silence('no'),
  undelivered: () => silence('maybe'),
  lost: async (act) => (await act(), silence('maybe')),
  throttled: () => refused('too_many_requests'),
  unauthorized: () => refused('unauthorized'),
  notFound: () => refused('not_found'),
  serverError: async (act) => (await act(), refused('server_error')),
  gateway: async (act) => (await act(), badGateway),
  turnedAway: () => badGateway,
};

export function memoryService(cloud: Cloud, effect: Effect): Service {
  const asked = async (operation: string, body: object, more: Readonly<Record<string, string>> = {}) => {
    const answer = await cloud.service.answer(operation, body, { ...headers, ...more });
    if (answer === undefined) return silence('maybe');
    const { ok, meta, error, ...output } = answer as {
      readonly ok: boolean;
      readonly meta: object;
      readonly error?: { readonly code: never; readonly message: string };
    };
    const refusal = { kind: 'refused', code: error?.code, message: error?.message, meta };
    return (ok ? { kind: 'ok', output, meta } : refusal) as Answer<never>;
  };
  const plain: ServiceCalls = {
    import: async (input, { idempotencyKey } = {}) =>
      asked('import', input, idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    importStatus: async (importId) => asked('importStatus', { importId }),
    downloadFile: async (key) => asked('downloadFile', { key }),
  };
  const watchedCalls = watched(effect, plain, {
    name: 'service',
    kinds: { import: [...calls, 'arrivesLate'], importStatus: calls, downloadFile: calls },
    ways: () => ({
      ...serviceWays,
      arrivesLate: (act) => {
        cloud.later(() => void act());
        return silence('maybe');
      },
    }),
  });
  const recorded: ServiceCalls = {
    ...watchedCalls,
    import: async (input, more) => {
      const answer = await watchedCalls.import(input, more);
      const process = processNow();
      if (answer.kind === 'ok' && process !== undefined)
        cloud.received.push({ importId: answer.output.importId ?? '', process });
      return answer;
    },
  };
  const connect = { connect: async () => recorded };
  return {
    ...watched(effect, connect, { name: 'secrets', reads: ['connect'] }),
    forgetCredentials: () => undefined,
  };
}

export const awaited: Ways<unknown> = {
  unsent: () => ({ kind: 'awaited' }),
  lost: async (act) => (await act(), { kind: 'awaited' }),
  undelivered: () => ({ kind: 'awaited' }),
  throttled: () => ({ kind: 'awaited' }),
  unauthorized: () => ({ kind: 'awaited' }),
  serverError: async (act) => (await act(), { kind: 'awaited' }),
  gateway: async (act) => (await act(), { kind: 'awaited' }),
  turnedAway: () => ({ kind: 'awaited' }),
};

/** The adapter itself, without HTTP. */
export function memoryReverts({ service }: Cloud): Reverts {
  const undoHeaders = { ...headers, authorization: `Bearer ${secret.controlToken}` };
  return revertsBy((operation, input) => service.answer(operation, input, undoHeaders));
}
