import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hostServer } from '../gateway/hosted-server.ts';
import type { Policies } from '../iam/authority.ts';
import type { Keys } from '../iam/signature.ts';
import { sentSchema, type Sent } from './mail-events.ts';
import type { Ports } from '../base/ports.ts';

export interface SesServer {
  readonly endpoint: string;
  /** The inbox for a browser. `GET store` below it returns the mails as JSON. */
  readonly inboxUrl: string;
  adopt(policies: Policies): Promise<void>;
  /** From now on, it receives what was sent. */
  onSent(listener: (sent: Sent) => void): void;
  stop(): Promise<void>;
}

export interface SesOptions {
  readonly dataDir: string;
  readonly ports: Ports;
  readonly keys: Keys;
  /** The file of the log of accesses. */
  readonly accessLog: string;
  /** The first part of the path of the inbox. */
  readonly secret: string;
}

export async function startSes({ dataDir, ports, keys, accessLog, secret }: SesOptions): Promise<SesServer> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  let listener: ((sent: Sent) => void) | undefined;
  const receive = (message: unknown): void => listener?.(sentSchema.parse(message));
  const hosting = { ports, service: 'mail', receive };
  const host = await hostServer(new URL('mail-host.ts', import.meta.url), hosting, {
    file: join(dataDir, 'mails.jsonl'),
    keys,
    accessLog,
    secret,
  });
  const endpoint = `http://127.0.0.1:${host.port}`;
  return {
    endpoint,
    inboxUrl: `${endpoint}/${secret}`,
    adopt: host.adopt,
    onSent: (given) => (listener = given),
    stop: () => host.stop(),
  };
}
