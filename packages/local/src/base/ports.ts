import { createServer, type Server } from 'node:net';
import * as z from 'zod';
import { hasCode, readJson, writeJson } from './files.ts';
import { LocalError } from './local-error.ts';

const portsSchema = z.record(z.string(), z.int());

/**
 * The ports of this machine's services. A service gets the port it had before, so that stored addresses (in a ledger, in a
 * browser) stay valid after a restart. When that port is taken, it gets any free one.
 */
export class Ports {
  readonly #file: string;
  readonly #required = new Map<string, number>();
  #reserved: readonly number[] = [];
  #kept: Record<string, number>;

  constructor(file: string) {
    this.#file = file;
    this.#kept = readJson(file, portsSchema) ?? {};
  }

  /** Gives these ports only to services that require them. */
  reserve(ports: readonly number[]): void {
    this.#reserved = ports;
  }

  /** From now on the service gets this port, or does not start. */
  require(service: string, port: number): void {
    this.#required.set(service, port);
  }

  /**
   * Listens on 127.0.0.1, and on ::1 where there is IPv6: a browser that looks for `localhost`, or a name below it, tries that
   * address first, and would give another program there our keys and cookies. @returns the port
   */
  async listen(service: string, server: Server): Promise<number> {
    const required = this.#required.get(service);
    const port =
      required === undefined
        ? await this.#listenAnywhere(service, server)
        : await listen(server, required).catch((error: unknown) => refuse(error, service, required));
    this.#keep(service, port);
    return port;
  }

  /** Listens on the port that the service had before, if it is free and not reserved, or else on any free port. */
  async #listenAnywhere(service: string, server: Server): Promise<number> {
    const kept = this.#kept[service] ?? 0;
    const port = await listen(server, this.#reserved.includes(kept) ? 0 : kept).catch((error: unknown) => {
      if (hasCode(error, 'EADDRINUSE')) return listen(server, 0);
      throw error;
    });
    if (!this.#reserved.includes(port)) return port;
    await new Promise((resolve) => server.close(resolve));
    return this.#listenAnywhere(service, server);
  }

  /** A port for a separate process, which cannot choose a free one itself. */
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
    `Port ${port} for ${service}, from --port, is taken on 127.0.0.1 or ::1. Without --port, free ports are used.`,
  );
}

/** How many free ports are tried: one that is free on 127.0.0.1 may be taken on ::1. */
const mostPorts = 20;

async function listen(server: Server, port: number): Promise<number> {
  for (let tried = 1; ; tried += 1) {
    const found = await listenOn(server, port, '127.0.0.1');
    try {
      await listenAlso(server, found);
      return found;
    } catch (error) {
      await new Promise((resolve) => server.close(resolve));
      if (port !== 0 || tried === mostPorts || !hasCode(error, 'EADDRINUSE')) throw error;
    }
  }
}

/** Hands the connections of ::1 to the server, as long as that listens. Nobody can take the port there where there is no IPv6. */
async function listenAlso(server: Server, port: number): Promise<void> {
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  );
  try {
    await listenOn(other, port, '::1');
  } catch (error) {
    if (hasCode(error, 'EADDRNOTAVAIL') || hasCode(error, 'EAFNOSUPPORT')) return;
    throw error;
  }
  const { close } = server;
  server.close = (...done) => {
    server.close = close;
    other.close();
    return close.apply(server, done);
  };
}

async function listenOn(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
