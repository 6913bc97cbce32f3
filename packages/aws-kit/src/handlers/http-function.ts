import * as z from 'zod';
import { coldStart, invoke, type Definition, type Invocation, type LambdaContext } from './invocation.ts';
import { log } from './log.ts';

const iamSchema = z.object({ userArn: z.string().min(1).nullish(), userId: z.string().nullish() });

/** What an authorizer of ours says about the person who asks. */
const personSchema = z.object({
  personId: z.string().min(1),
  email: z.string().min(1),
  roles: z.array(z.string()),
  groups: z.array(z.string()).default([]),
});
export type AuthorizedPerson = Readonly<z.infer<typeof personSchema>>;

/** A request in the payload format 2.0 of API Gateway's HTTP API. */
const eventSchema = z.object({
  rawPath: z.string(),
  rawQueryString: z.string().default(''),
  /** `name=value` each. */
  cookies: z.array(z.string()).default([]),
  headers: z.record(z.string(), z.string()).default({}),
  requestContext: z.object({
    stage: z.string().default('$default'),
    http: z.object({ method: z.string(), sourceIp: z.string().default('') }),
    authorizer: z
      .object({
        /** Present where a route requires credentials of AWS. */
        iam: iamSchema.nullish(),
        /** Present where an authorizer of ours lets people in. */
        lambda: personSchema.nullish(),
      })
      .nullish(),
  }),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().default(false),
});
export type HttpEvent = z.input<typeof eventSchema>;

export interface HttpResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

export interface HttpRequest {
  /** In upper case. */
  readonly method: string;
  /** Below the stage. */
  readonly path: string;
  /** Names in lower case; several of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first value of each name. */
  readonly query: Readonly<Record<string, string>>;
  /** `''` when there is none. Bytes that are not UTF-8 arrive as U+FFFD. */
  readonly body: string;
  readonly sourceIp: string;
  /** By name; absent when none was sent. */
  readonly cookies?: Readonly<Record<string, string>>;
  /** Who asks: the ARN of the signer, where the route requires a signature; the e-mail of a person who is signed in. */
  readonly caller?: string;
  /**
   * The signer's id as S3 reports it: `AWS:AIDA…`, or `AWS:AROA…:session`. Of a person who is signed in `person:` and their id.
   * Present with `caller`.
   */
  readonly principal?: string;
  /** What a person who is signed in may do. Absent for a signer. */
  readonly roles?: readonly string[];
  /** The other groups of a person who is signed in. Absent for a signer. */
  readonly groups?: readonly string[];
}

export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
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

export function requestOf(event: HttpEvent): HttpRequest {
  const { rawPath, rawQueryString, headers, cookies, requestContext, body, isBase64Encoded } =
    eventSchema.parse(event);
  return {
    method: requestContext.http.method.toUpperCase(),
    path: belowStage(rawPath, requestContext.stage),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    query: queryOf(rawQueryString),
    body: isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? ''),
    sourceIp: requestContext.http.sourceIp,
    ...(cookies.length > 0 && { cookies: cookiesOf(cookies) }),
    ...callerOf(requestContext.authorizer ?? {}),
  };
}

type Authorizer = NonNullable<z.infer<typeof eventSchema>['requestContext']['authorizer']>;

function callerOf({
  iam,
  lambda,
}: Authorizer): Pick<HttpRequest, 'caller' | 'principal' | 'roles' | 'groups'> {
  if (lambda) {
    const { email, personId, roles, groups } = lambda;
    return { caller: email, principal: `person:${personId}`, roles, groups };
  }
  return iam?.userArn ? { caller: iam.userArn, principal: `AWS:${iam.userId ?? ''}` } : {};
}

/** The path of a named stage begins with its name. */
function belowStage(path: string, stage: string): string {
  return stage !== '$default' && `${path}/`.startsWith(`/${stage}/`) ? path.slice(stage.length + 1) : path;
}

/** The first value of each name. */
function cookiesOf(cookies: readonly string[]): Record<string, string> {
  const pairs = cookies.map((cookie) => [before(cookie, '=').trim(), cookie.slice(cookie.indexOf('=') + 1)]);
  return Object.fromEntries(pairs.toReversed());
}

const before = (text: string, mark: string): string => text.split(mark, 1)[0] ?? '';

function queryOf(text: string): Record<string, string> {
  // `fromEntries` keeps the last of each name, so the first ones come last.
  return Object.fromEntries([...new URLSearchParams(text)].toReversed());
}

function resultOf({ status, headers = {}, cookies, body = '' }: HttpResponse): HttpResult {
  const isBase64Encoded = typeof body !== 'string';
  return {
    statusCode: status,
    headers,
    ...(cookies && { cookies }),
    body: isBase64Encoded ? Buffer.from(body).toString('base64') : body,
    isBase64Encoded,
  };
}

function internalError({ requestId }: Invocation): HttpResponse {
  return {
    status: 500,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-request-id': requestId },
    body: JSON.stringify({ message: 'Something went wrong on our side.', requestId }),
  };
}
