import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Json } from '../base/json.ts';
import type { Answer, Send } from './send.ts';

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
    send: ({ operation, body: { text } }) =>
      new Promise((resolve, reject) => {
        const onward = httpRequest({
          ...{ agent, hostname, port, method: 'POST', path: '/' },
          headers: {
            ...headers,
            'content-length': Buffer.byteLength(text),
            'x-amz-target': `DynamoDB_20120810.${operation}`,
          },
        });
        onward.once('error', reject);
        onward.once('response', (message) => receive(message, resolve, reject));
        // As a text it is sent with the headers, in one write.
        onward.end(text);
      }),
    close: () => agent.destroy(),
  };
}

function receive(
  message: IncomingMessage,
  resolve: (answer: Answer) => void,
  reject: (error: Error) => void,
): void {
  let text = '';
  message.setEncoding('utf8');
  message.on('data', (chunk: string) => (text += chunk));
  message.once('error', reject);
  message.once('end', () => resolve({ status: message.statusCode ?? 500, body: Json.ofText(text) }));
}
