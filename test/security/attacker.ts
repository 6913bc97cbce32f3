import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { openPage } from './chromium.ts';

const page = readFileSync(new URL('attack.html', import.meta.url));

const reportSchema = z.array(
  z.object({ target: z.string(), path: z.string(), attempt: z.string(), outcome: z.string() }),
);
export type Attempt = z.infer<typeof reportSchema>[number];

export interface Attack {
  /** The servers to try. */
  readonly targets: readonly { readonly url: string; readonly paths: readonly string[] }[];
  readonly bodies: readonly { readonly type: string; readonly body: string; readonly target: string }[];
}

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

/** Lets a page of a server of its own try everything, in a real browser. */
export async function attack(
  plan: Attack,
  host = '127.0.0.1',
  flags: readonly string[] = [],
): Promise<Attempt[]> {
  const reported = Promise.withResolvers<IncomingMessage>();
  const port = await serve((request, response) => {
    if (request.url === '/report') reported.resolve(request);
    else if (request.url === '/targets') response.end(JSON.stringify(plan));
    else response.setHeader('content-type', 'text/html').end(page);
  });
  const browser = await openPage(`http://${host}:${port}/`, flags);
  try {
    return reportSchema.parse(await json(await reported.promise));
  } finally {
    await browser.close();
  }
}
