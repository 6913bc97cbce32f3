import { setTimeout as sleep } from 'node:timers/promises';
import type { Port } from './port.ts';

const patienceMs = 60_000;

export function httpPort(baseUrl: string): Port {
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  return {
    send: async (path, { method = 'POST', headers = {}, body }) => {
      const answer = await fetch(new URL(path, base), {
        method,
        headers: { ...headers },
        ...(body !== undefined && { body: Buffer.from(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMs),
      });
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        bytes: new Uint8Array(await answer.arrayBuffer()),
      };
    },
    pass: (ms) => sleep(ms),
  };
}
