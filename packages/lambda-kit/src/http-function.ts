import { z } from 'zod';
import { coldStart, invoke, type Definition, type Invocation, type LambdaContext } from './invocation.ts';
import { log } from './log.ts';

const iamSchema = z.object({ userArn: z.string().min(1).nullish(), userId: z.string().nullish() });

/** A request in the payload format 2.0 of API Gateway's HTTP API. */
const eventSchema = z.object({
  rawPath: z.string(),
  rawQueryString: z.string().default(''),
  headers: z.record(z.string(), z.string()).default({}),
  requestContext: z.object({
    http: z.object({ method: z.string(), sourceIp: z.string().default('') }),
    /** Present where a route requires credentials of AWS. */
    authorizer: z.object({ iam: iamSchema.nullish() }).nullish(),
  }),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().default(false),
});
export type HttpEvent = z.input<typeof eventSchema>;

export interface HttpResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

export interface HttpRequest {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  /** Names in lower case; several of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first value of each name. */
  readonly query: Readonly<Record<string, string>>;
  /** `''` when there is none. Bytes that are not UTF-8 arrive as U+FFFD. */
  readonly body: string;
  readonly sourceIp: string;
  /** The ARN of the signer, where the route requires a signature. */
  readonly caller?: string;
  /** The signer's id as S3 reports it: `AWS:AIDA…`, or `AWS:AROA…:session`. Present with `caller`. */
  readonly principal?: string;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes travel as base64 and arrive as bytes. */
  readonly body?: string | Uint8Array;
}

export interface HttpDefinition<E, S> extends Definition<E, S> {
  readonly handle: (request: HttpRequest, services: S, invocation: Invocation) => Promise<HttpResponse>;
}

/** A function behind an HTTP API. An error is logged, and answered with a bare 500. */
export function httpFunction<E, S>(
  definition: HttpDefinition<E, S>,
): (event: HttpEvent, context: LambdaContext) => Promise<HttpResult> {
  const servicesOnce = coldStart(definition);
  return (event, context) =>
    invoke(context, async (invocation) => {
      const request = requestOf(event);
      try {
        return resultOf(await definition.handle(request, await servicesOnce(), invocation));
      } catch (error) {
        log.error('request_failed', error, { method: request.method });
        return resultOf(internalError(invocation));
      }
    });
}

function requestOf(event: HttpEvent): HttpRequest {
  const { rawPath, rawQueryString, headers, requestContext, body, isBase64Encoded } =
    eventSchema.parse(event);
  const { userArn: caller, userId } = requestContext.authorizer?.iam ?? {};
  return {
    method: requestContext.http.method.toUpperCase(),
    path: rawPath,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    query: queryOf(rawQueryString),
    body: isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? ''),
    sourceIp: requestContext.http.sourceIp,
    ...(caller && { caller, principal: `AWS:${userId ?? ''}` }),
  };
}

function queryOf(text: string): Record<string, string> {
  // `fromEntries` keeps the last of each name, so the first ones come last.
  return Object.fromEntries([...new URLSearchParams(text)].toReversed());
}

function resultOf({ status, headers = {}, body = '' }: HttpResponse): HttpResult {
  const isBase64Encoded = typeof body !== 'string';
  return {
    statusCode: status,
    headers,
    body: isBase64Encoded ? Buffer.from(body).toString('base64') : body,
    isBase64Encoded,
  };
}

function internalError({ requestId }: Invocation): HttpResponse {
  return {
    status: 500,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId },
    body: JSON.stringify({ message: 'Something went wrong on our side.', requestId }),
  };
}
