import { dispatch } from '@sluice/data-access';
import type { Service } from '@sluice/data-access/testing/service';
import { listening } from '@sluice/local/testing/http-server';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A service in this process over HTTP. Imports run while a request waits for them. */
export async function serve(service: Service) {
  const services = {
    ...service.services,
    sleep: async (ms: number) => {
      service.advance(ms);
      await service.drain();
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://local');
    const sent = await buffer(request);
    const { status, headers, body } = await dispatch(
      {
        method: request.method ?? 'GET',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: Object.fromEntries(
          Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.join(',')]),
        ),
        body: sent.toString('utf8'),
        sourceIp: '',
      },
      services,
    );
    response.writeHead(status, headers).end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  const { port, ...disposing } = await listening(server);
  return { baseUrl: `http://127.0.0.1:${port}`, ...disposing };
}
