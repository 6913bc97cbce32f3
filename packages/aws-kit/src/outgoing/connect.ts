import { once } from 'node:events';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { addressKind, type AddressKind } from './address-kind.ts';
import { hostOf } from './check-url.ts';
import { ForbiddenAddress, guardedLookup } from './guarded-lookup.ts';

export interface ConnectOptions {
  readonly mayReach: (kind: AddressKind) => boolean;
  readonly lookup: LookupFunction | undefined;
  readonly signal: AbortSignal;
}

/**
 * Opens a new connection to the host of a URL, with TLS for https. The address is checked twice: in the look-up, and on
 * the socket before any byte is written. The second check covers hosts that are addresses, and changes between the two.
 */
export async function connect(url: URL, { mayReach, lookup, signal }: ConnectOptions): Promise<Socket> {
  const host = hostOf(url);
  const secure = url.protocol === 'https:';
  const socket = connectTcp({
    host,
    port: Number(url.port || (secure ? 443 : 80)),
    lookup: guardedLookup(mayReach, lookup),
    autoSelectFamily: true,
  });
  socket.on('error', heardElsewhere);
  try {
    await once(socket, 'connect', { signal });
    const kind = addressKind(socket.remoteAddress ?? '');
    if (!mayReach(kind)) throw new ForbiddenAddress(kind);
    return secure ? await withTls(socket, host, signal) : socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function withTls(socket: Socket, host: string, signal: AbortSignal): Promise<Socket> {
  const secured = connectTls({
    socket,
    host,
    // The RFC allows no address as the server name.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ['http/1.1'],
    // Set explicitly, since the environment could turn it off.
    rejectUnauthorized: true,
  });
  secured.on('error', heardElsewhere);
  await once(secured, 'secureConnect', { signal });
  return secured;
}

/** An error between two waits must not end the process. The next wait reports it. */
function heardElsewhere(): void {}
