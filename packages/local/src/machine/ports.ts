import { createServer, type Server } from 'node:net';
import { z } from 'zod';
import { hasCode, readJson, writeJson } from '../files.ts';
import { LocalError } from '../local-error.ts';

const portsSchema = z.record(z.string(), z.int());

/**
 * The ports of this machine's services. A service gets the port it had before, so that addresses which were kept
 * (in a ledger, in a browser) stay true over a restart; where that one is taken, any free one.
 */
export class Ports {
  readonly #file: string;
  readonly #asked = new Map<string, number>();
  #setAside: readonly number[] = [];
  #kept: Record<string, number>;

  constructor(file: string) {
    this.#file = file;
    this.#kept = readJson(file, portsSchema) ?? {};
  }

  /** Keeps ports from all services but those that will ask for them. */
  setAside(ports: readonly number[]): void {
    this.#setAside = ports;
  }

  /** The service must get this port, from now on, or not start at all. */
  ask(service: string, port: number): void {
    this.#asked.set(service, port);
  }

  /** Listens on 127.0.0.1 and answers the port. */
  async listen(service: string, server: Server): Promise<number> {
    const asked = this.#asked.get(service);
    const port =
      asked === undefined
        ? await this.#listenAnywhere(service, server)
        : await listen(server, asked).catch((error: unknown) => refuse(error, service, asked));
    this.#keep(service, port);
    return port;
  }

  /** On the port that it had, where that is free and nobody asks for it. */
  async #listenAnywhere(service: string, server: Server): Promise<number> {
    const kept = this.#kept[service] ?? 0;
    const port = await listen(server, this.#setAside.includes(kept) ? 0 : kept).catch((error: unknown) => {
      if (hasCode(error, 'EADDRINUSE')) return listen(server, 0);
      throw error;
    });
    if (!this.#setAside.includes(port)) return port;
    await new Promise((resolve) => server.close(resolve));
    return this.#listenAnywhere(service, server);
  }

  /** For a process of its own, which takes no port 0. */
  async free(service: string): Promise<number> {
    const probe = createServer();
    const port = await this.listen(service, probe);
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }

  #keep(service: string, port: number): void {
    if (this.#kept[service] === port) return;
    this.#kept = { ...this.#kept, [service]: port };
    writeJson(this.#file, this.#kept);
  }
}

function refuse(error: unknown, service: string, port: number): never {
  if (!hasCode(error, 'EADDRINUSE')) throw error;
  throw new LocalError(
    'port_taken',
    `Port ${port}, asked for by --port for ${service}, is taken. Leave --port out to get free ones.`,
  );
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
