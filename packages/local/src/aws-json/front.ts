import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ZodError, prettifyError } from 'zod';
import { guard } from '../gateway/guard.ts';
import type { Authority } from '../iam/authority.ts';
import { isForm } from '../gateway/query-answer.ts';
import { closeServer, keepConnections, readBody } from '../base/http.ts';
import type { Ports } from '../base/ports.ts';

/** An error of AWS's JSON services: `code` becomes the name of the exception in the SDK. */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = 'AwsError';
    this.code = code;
    this.status = status;
  }
}

/** Takes the parsed JSON body and returns the JSON answer. @throws AwsError */
export type Operation = (input: unknown) => unknown;
export type RestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** One server for AWS's JSON services, selected by `X-Amz-Target` or the path, and for its query services. */
export interface Front {
  readonly endpoint: string;
  /** `prefix` as in `X-Amz-Target: <prefix>.<Operation>`. */
  operations(prefix: string, table: Readonly<Record<string, Operation>>): void;
  rest(pathPrefix: string, handler: RestHandler): void;
  /** Serves requests whose body is a form. */
  forms(handler: RestHandler): void;
  stop(): Promise<void>;
}

const maxBodyBytes = 16 * 1024 * 1024;

export interface FrontOptions {
  readonly ports: Ports;
  readonly authority: Authority;
}

const services = ['cloudformation', 'cognito-idp', 'scheduler', 'secretsmanager', 'states', 'sts'];

/** Requests have to be signed. */
export async function startFront({ ports, authority }: FrontOptions): Promise<Front> {
  const operations = new Map<string, Operation>();
  const rest = new Map<string, RestHandler>();
  let forms: RestHandler | undefined;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => sendError(response, error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const handler = isForm(request)
      ? forms
      : [...rest].find(([prefix]) => request.url?.startsWith(prefix))?.[1];
    if (handler !== undefined) return handler(request, response);
    const target = String(request.headers['x-amz-target'] ?? '');
    const operation = operations.get(target);
    if (operation === undefined)
      throw new AwsError('UnknownOperationException', `${target || request.url} is not served here.`);
    const body = await readBody(request, maxBodyBytes);
    if (body === undefined)
      throw new AwsError('RequestEntityTooLarge', `The request has more than ${maxBodyBytes} bytes.`, 413);
    const output = await operation(JSON.parse(body.toString() || '{}'));
    send(response, 200, output);
  }

  guard(server, { authority, services });
  const port = await ports.listen('aws', keepConnections(server));
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    operations: (prefix, table) => {
      for (const [name, operation] of Object.entries(table)) operations.set(`${prefix}.${name}`, operation);
    },
    rest: (prefix, handler) => rest.set(prefix, handler),
    forms: (handler) => (forms = handler),
    stop: () => closeServer(server),
  };
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-requestid': randomUUID(),
  });
  response.end(JSON.stringify(value ?? {}));
}

function sendError(response: ServerResponse, error: unknown): void {
  const known = error instanceof AwsError ? error : asAwsError(error);
  response.setHeader('x-amzn-errortype', known.code);
  send(response, known.status, { __type: known.code, message: known.message });
}

function asAwsError(error: unknown): AwsError {
  if (error instanceof ZodError) return new AwsError('ValidationException', prettifyError(error));
  if (error instanceof SyntaxError) return new AwsError('SerializationException', 'The body is not JSON.');
  return new AwsError('InternalFailure', String(error), 500);
}
