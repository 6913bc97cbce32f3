import { limits } from '../wire/limits.ts';
import { operations, type OperationName } from '../operations/operations.ts';
import type { Operation } from '../operations/operation.ts';
import { refTo } from './json-schema.ts';
import { answerName, inputName } from './named-schemas.ts';

interface MediaType {
  readonly schema?: object;
  readonly example?: unknown;
}
interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}
export interface PathItem {
  readonly post: {
    readonly operationId: OperationName;
    readonly summary: string;
    readonly description: string;
    readonly parameters: readonly object[];
    readonly requestBody: {
      readonly required: boolean;
      readonly content: Readonly<Record<'application/json', MediaType>>;
    };
    readonly responses: Readonly<Record<string, Response>>;
  };
}

/** The headers of every answer; see `answerHeaders`. */
export const answerHeaderObjects = {
  'X-Request-Id': header('The same as `meta.requestId`.', 'string'),
  'X-Response-Duration': header('The same as `meta.duration`: milliseconds.', 'number'),
  'X-RateLimit-Limit': header('The same as `meta.rateLimitLimit`.', 'integer'),
  'X-RateLimit-Remaining': header('The same as `meta.rateLimitRemaining`.', 'integer'),
};

function header(description: string, type: string) {
  return { description, schema: { type } };
}

const headers = Object.fromEntries(
  Object.keys(answerHeaderObjects).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

export function pathOf(name: OperationName): PathItem {
  const row: Operation = operations[name];
  const permission =
    row.permission === 'write' ? 'The token needs write permission.' : 'Any token may call it.';
  return {
    post: {
      operationId: name,
      summary: row.about.replace(/\..*/su, ''),
      description: `${row.about} ${permission}`,
      parameters: parametersOf(name),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: refTo(inputName(name)) }, example: row.example } },
      },
      responses: responsesOf(name, row),
    },
  };
}

function parametersOf(name: OperationName): object[] {
  const common = ['apiVersion', 'endpointId'].map((field) => ({ $ref: `#/components/parameters/${field}` }));
  return name === 'import' ? [...common, idempotencyKey] : common;
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: `An import that is sent again with the same key and body is answered with the same importId for ${limits.idempotencyHours} hours.`,
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyLength },
};

function responsesOf(name: OperationName, row: Operation): Record<string, Response> {
  if (row.answers === 'file')
    return { 200: file, 303: sentTo('A short-lived signed address, for GET without credentials.') };
  const either = { oneOf: [{ $ref: refTo(answerName(name)) }, { $ref: refTo('Failure') }] };
  const envelope = {
    description: 'The answer, or by `ok` false why there is none.',
    headers,
    content: { 'application/json': { schema: either } },
  };
  const waiting = sentTo(
    `The import has not ended yet. The same request is to be sent there, which spends none of the rate; at most ${limits.waitHops} times.`,
  );
  return name === 'import' ? { 200: envelope, 307: waiting } : { 200: envelope };
}

const file: Response = {
  description: 'The bytes of the file with its own content type, or as JSON why there are none.',
  headers,
  content: {
    'application/octet-stream': {},
    'application/json': { schema: { $ref: refTo('Failure') } },
  },
};

function sentTo(description: string): Response {
  const location = {
    Location: { description: 'Absolute, or relative to the request.', schema: { type: 'string' } },
  };
  return { description, headers: { ...headers, ...location } };
}
