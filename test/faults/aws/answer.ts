import { Readable } from 'node:stream';
import type { Units } from './units.ts';

/** A request as the SDK hands it to its handler, after serializing and signing. */
export interface AwsRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | string[] | null | undefined>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An answer before it is put on the wire. */
export interface AwsAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Those of DynamoDB that it consumed. */
  readonly units?: Units;
}

export const json = (value: object): AwsAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify(value),
});

export const jsonError = (name: string, more: object = {}): AwsAnswer => ({
  status: 400,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': name },
  body: JSON.stringify({ __type: name, message: name, ...more }),
});

export const xmlError = (status: number, code: string): AwsAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});

/** What the SDK's deserializers take. */
export function onTheWire({ status, headers = {}, body = '' }: AwsAnswer) {
  const bytes = Buffer.from(body);
  return {
    response: {
      statusCode: status,
      headers: { 'content-length': String(bytes.length), ...headers },
      body: Readable.from(bytes.length === 0 ? [] : [bytes]),
    },
  };
}

export function textOf(body: unknown): string {
  if (body === undefined) return '';
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  throw new Error('The stand-in takes whole bodies only.');
}
