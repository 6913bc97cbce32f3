import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hostServer } from '../machine/hosted-server.ts';
import type { Ports } from '../machine/ports.ts';

export interface SesServer {
  /** Also the web inbox, and `GET /store` the mails as JSON. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

export async function startSes(dataDir: string, ports: Ports): Promise<SesServer> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const port = await ports.free('mail');
  const host = await hostServer(new URL('mail-host.ts', import.meta.url), {
    file: join(dataDir, 'mails.jsonl'),
    port,
  });
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => host.stop() };
}
