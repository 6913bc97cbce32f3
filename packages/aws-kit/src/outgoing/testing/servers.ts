import { createServer, type LookupFunction, type Socket } from 'node:net';
import { listening } from '@sluice/local/testing/http-server';

/** A server that counts connections and the bytes that came over them, and treats each as the test wants. */
export async function startTcp(onConnection: (socket: Socket) => void = () => {}) {
  const received = { connections: 0, bytes: 0 };
  const server = createServer((socket) => {
    received.connections += 1;
    socket.on('data', (bytes) => (received.bytes += bytes.length));
    socket.on('error', () => {});
    onConnection(socket);
  });
  return { received, ...(await listening(server)) };
}

/** Resolves every name to these addresses, and counts how often it was asked. */
export function lookupOf(...addresses: string[]): LookupFunction & { readonly asked: string[] } {
  const asked: string[] = [];
  const lookup: LookupFunction = (hostname, options, callback) => {
    asked.push(hostname);
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const [first] = all;
    process.nextTick(() => {
      if (options.all) callback(null, all);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
  return Object.assign(lookup, { asked });
}
