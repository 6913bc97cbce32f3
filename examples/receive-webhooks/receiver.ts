import type { IncomingMessage, RequestListener } from 'node:http';
import { verify, WebhookError, type ChangeEvent } from '@sluice/client/webhooks';
import { createChanges } from './changes.ts';

export interface ReceiverOptions {
  readonly secret: string;
  readonly now: () => Date;
  readonly print: (line: string) => void;
}

/** Larger than any delivery; more is not read. */
const mostBytes = 1024 * 1024;

/** Answers the deliveries of one webhook. It refuses a body with a wrong signature before it uses any of it. */
export function createReceiver({ secret, now, print }: ReceiverOptions): RequestListener {
  const changes = createChanges();

  async function take(request: IncomingMessage): Promise<number> {
    const body = await rawBody(request);
    if (body === undefined) return 413;
    try {
      for (const event of verify(body, { secret, now: now() }).events) {
        print(`${changes.take(event).padEnd(6)} ${line(event)}`);
      }
      return 204;
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      print(`refused: ${error.code}: ${error.message}`);
      return 400;
    }
  }

  return (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405, { Allow: 'POST' }).end();
    take(request).then(
      (status) => response.writeHead(status).end(),
      // The delivery comes again.
      () => response.writeHead(500).end(),
    );
  };
}

/** What changed, without the values: they are people's. */
function line({ action, schema, docId, docUpdatedDate, diff }: ChangeEvent): string {
  const fields = diff === undefined ? '' : `: ${Object.keys(diff).join(', ')}`;
  return `${docUpdatedDate} ${action} ${schema} ${docId}${fields}`;
}

/** The bytes of the body, because the signature covers them. Configure a framework that parses JSON to keep them. */
async function rawBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The connection must stay open for the refusal.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
