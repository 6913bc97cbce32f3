import { createServer, type RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { openPage, type Browser } from './browsers.ts';

/** Listens until the end of the test. @returns the port */
export async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

interface Opening {
  readonly host?: string;
  readonly flags?: readonly string[];
}

/** Opens the page of a server of its own. @returns the JSON that the page posts to it */
export async function reportOf(
  browser: Browser,
  pages: RequestListener,
  { host = '127.0.0.1', flags }: Opening = {},
): Promise<unknown> {
  const reported = Promise.withResolvers<unknown>();
  const port = await serve((request, response) => {
    if (request.method !== 'POST') return pages(request, response);
    json(request).then(reported.resolve, reported.reject);
    response.end();
  });
  const opened = await openPage(browser, `http://${host}:${port}/`, flags);
  try {
    return await reported.promise;
  } finally {
    await opened.close();
  }
}
