import { once } from 'node:events';
import { Agent, IncomingMessage, request as httpRequest } from 'node:http';
import * as z from 'zod';
import { readBody } from '../machine/http.ts';
import type { Send } from './send.ts';

/** The database takes any credentials. */
const credential = 'local/20260101/us-east-1/dynamodb/aws4_request';
const headers = {
  'content-type': 'application/x-amz-json-1.0',
  authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0`,
  'x-amz-date': '20260101T000000Z',
};

/** Sends requests to the database at an address, over connections that stay open until `close`. */
export function senderTo(database: string): { readonly send: Send; close(): void } {
  const { hostname, port } = new URL(database);
  const agent = new Agent({ keepAlive: true });
  return {
    send: async (operation, body) => {
      const sent = Buffer.from(JSON.stringify(body));
      const onward = httpRequest({
        ...{ agent, hostname, port, method: 'POST', path: '/' },
        headers: {
          ...headers,
          'content-length': sent.length,
          'x-amz-target': `DynamoDB_20120810.${operation}`,
        },
      });
      const received = once(onward, 'response');
      onward.end(sent);
      const message = z.instanceof(IncomingMessage).parse((await received)[0]);
      const text = (await readBody(message, Infinity))?.toString() ?? '';
      return { status: message.statusCode ?? 500, body: text };
    },
    close: () => agent.destroy(),
  };
}
