import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type LookupFunction, type Server, type Socket } from 'node:net';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A real receiver on a free port of this machine, which answers as the test wants and remembers what it received. */
export async function startReceiver(answer: RequestListener, tls?: { key: string; cert: string }) {
  const seen: Seen[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  };
  const server = tls === undefined ? createHttpServer(listener) : createHttpsServer(tls, listener);
  const closing = { [Symbol.asyncDispose]: () => close(server, () => server.closeAllConnections()) };
  return { seen, port: await listen(server), ...closing };
}

/** A server that counts connections and the bytes that came over them, and treats each as the test wants. */
export async function startTcp(onConnection: (socket: Socket) => void = () => {}) {
  const sockets: Socket[] = [];
  const heard = { connections: 0, bytes: 0 };
  const server = createTcpServer((socket) => {
    heard.connections += 1;
    sockets.push(socket);
    socket.on('data', (bytes) => (heard.bytes += bytes.length));
    socket.on('error', () => {});
    onConnection(socket);
  });
  const closing = {
    [Symbol.asyncDispose]: () => close(server, () => sockets.forEach((socket) => socket.destroy())),
  };
  return { heard, port: await listen(server), ...closing };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function close(server: Server, cut: () => void): Promise<void> {
  server.close();
  cut();
  await once(server, 'close');
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
