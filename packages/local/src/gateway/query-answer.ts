import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { XMLBuilder } from 'fast-xml-parser';

const builder = new XMLBuilder({ processEntities: true });

/** Requests of AWS's query services have a form as body. */
export const isForm = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;

/** The result of an operation; a list in it is `{ member: […] }`. */
export function sendResult(response: ServerResponse, operation: string, result: object): void {
  const content = { [`${operation}Result`]: result, ResponseMetadata: { RequestId: randomUUID() } };
  send(response, 200, { [`${operation}Response`]: content });
}

export function sendQueryError(
  response: ServerResponse,
  { status, code: Code, message: Message }: Readonly<Record<'code' | 'message', string>> & { status: number },
): void {
  const Error = { Type: 'Sender', Code, Message };
  send(response, status, { ErrorResponse: { Error, RequestId: randomUUID() } });
}

function send(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'text/xml' }).end(String(builder.build(value)));
}
