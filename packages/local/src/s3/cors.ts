import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLike } from '../iam/policy.ts';
import { S3Error } from './wire/s3-error.ts';

/** What pages of other origins may do with a bucket. A `*` in a pattern is any text. */
export interface CorsRule {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  /** The headers of an answer that a page may read. */
  readonly exposed: readonly string[];
  readonly maxAgeSeconds?: number | undefined;
}

/** The rule by which a page may send a request, or ask whether it may. */
function ruleFor(rules: readonly CorsRule[], { headers, method }: IncomingMessage): CorsRule | undefined {
  const { origin = '' } = headers;
  const isPreflight = method === 'OPTIONS';
  const wanted = isPreflight ? String(headers['access-control-request-method']) : (method ?? '');
  const names = isPreflight ? listed(headers['access-control-request-headers']) : [];
  return rules.find(
    (rule) =>
      rule.origins.some((pattern) => isLike(pattern, origin)) &&
      rule.methods.includes(wanted) &&
      names.every((name) => rule.headers.some((pattern) => isLike(pattern.toLowerCase(), name))),
  );
}

/** Lets the page of a request read its answer, also one that refuses it, if a rule of the bucket does. */
export function allowPage(
  rules: readonly CorsRule[],
  request: IncomingMessage,
  response: ServerResponse,
): CorsRule | undefined {
  const rule = ruleFor(rules, request);
  if (rule === undefined) return undefined;
  response.setHeader('access-control-allow-origin', String(request.headers.origin));
  response.setHeader('access-control-allow-methods', rule.methods.join(', '));
  response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
  if (rule.exposed.length > 0) response.setHeader('access-control-expose-headers', rule.exposed.join(', '));
  return rule;
}

/** Answers a browser that asks before it sends a request. It has no signature. @throws S3Error */
export function answerPreflight(
  rule: CorsRule | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (rule === undefined)
    throw new S3Error('AccessDenied', 'CORSResponse: This CORS request is not allowed.');
  const names = listed(request.headers['access-control-request-headers']);
  response.writeHead(200, {
    ...(names.length > 0 && { 'access-control-allow-headers': names.join(', ') }),
    ...(rule.maxAgeSeconds !== undefined && { 'access-control-max-age': String(rule.maxAgeSeconds) }),
  });
  response.end();
}

function listed(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}
