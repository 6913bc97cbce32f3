import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Access } from '../../iam/policy.ts';
import type { Change } from '../store/journal.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { toXml } from '../wire/xml.ts';

/** One request, with the parts that are the same for every operation. */
export interface Exchange {
  readonly store: ObjectStore;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly bucket: string;
  /** Empty for requests about the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly requestId: string;
  readonly principalId: string;
  /** @throws S3Error `AccessDenied`, unless whoever asks may do all of it */
  readonly demand: (accesses: () => readonly Access[]) => void;
}

export type Operation = (exchange: Exchange) => Promise<void> | void;

export function header({ request }: Exchange, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

export function change(exchange: Exchange, event: string): Change {
  const sourceIp = exchange.request.socket.remoteAddress ?? '127.0.0.1';
  return { event, requestId: exchange.requestId, principalId: exchange.principalId, sourceIp };
}

export function sendXml({ response }: Exchange, root: string, content: object): void {
  const body = toXml(root, content);
  response.setHeader('content-type', 'application/xml');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

export function sendNothing(
  { response }: Exchange,
  status: number,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, headers);
  response.end();
}

export function versionHeader(versionId: string): Record<string, string> {
  return versionId === 'null' ? {} : { 'x-amz-version-id': versionId };
}
