import { consoleRoutes, type ConsoleRouteName } from '../../api/routes.ts';
import { actHeader } from '../../api/shapes.ts';
import * as z from 'zod';
import { sessionEnded } from './session.ts';

type Given = Readonly<Record<string, string | undefined>>;

interface Request<S> {
  /** The parts of the path that stand in braces. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Given;
  readonly body?: object;
  /** What the answer has to be. */
  readonly answer: S;
}

/** Why the API did not do what it was asked, in words for the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const refusalSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const said: Readonly<Record<string, string>> = {
  offline: 'There is no connection to the system. This page tries again by itself.',
  unauthorized: 'Your session has ended. Sign in again; what you see here stays.',
  forbidden: 'Your role does not allow this. An admin can give you another one.',
  other_version: 'The system answered in another way than this page knows. Reload the page.',
};
const failureOf = (code: string, message = said[code] ?? code): ApiError => new ApiError(code, message);

/** Asks the API by one of its routes. Fails with an `ApiError`. */
export async function ask<S extends z.ZodType>(
  route: ConsoleRouteName,
  request: Request<S>,
): Promise<z.output<S>> {
  return parsed(route, request, await sent(route, request));
}

/** Asks for an answer unless it is the one with this tag still: then it returns undefined. Fails with an `ApiError`. */
export async function askIfChanged<S extends z.ZodType>(
  route: ConsoleRouteName,
  request: Request<S>,
  tag: string | undefined,
): Promise<{ readonly answer: z.output<S>; readonly tag: string | undefined } | undefined> {
  const response = await sent(route, request, tag === undefined ? {} : { 'if-none-match': tag });
  if (response.status === 304) return undefined;
  const answer = await parsed(route, request, response);
  return { answer, tag: response.headers.get('etag') ?? undefined };
}

async function sent(
  route: ConsoleRouteName,
  request: Request<unknown>,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { method } = consoleRoutes[route];
  return fetch(addressOf(route, request), {
    method,
    credentials: 'same-origin',
    headers:
      method === 'GET' ? more : { 'content-type': 'application/json', [actHeader.name]: actHeader.value },
    ...(method !== 'GET' && { body: JSON.stringify(request.body ?? {}) }),
  }).catch(() => {
    throw failureOf('offline');
  });
}

async function parsed<S extends z.ZodType>(
  route: ConsoleRouteName,
  request: Request<S>,
  response: Response,
): Promise<z.output<S>> {
  const json: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw await refusalOf(route, response.status, json);
  const { success, data } = request.answer.safeParse(json);
  if (!success) throw failureOf('other_version');
  return data;
}

function addressOf(route: ConsoleRouteName, { path = {}, query = {} }: Request<unknown>): string {
  const filled = consoleRoutes[route].path.replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const search = String(new URLSearchParams(given));
  return `/api${filled}${search === '' ? '' : `?${search}`}`;
}

async function refusalOf(route: ConsoleRouteName, status: number, json: unknown): Promise<ApiError> {
  if (status === 401 || (status === 403 && (route === 'session' || (await isSessionOver())))) {
    sessionEnded();
    return failureOf('unauthorized');
  }
  const refusal = refusalSchema.safeParse(json);
  if (refusal.success) return failureOf(refusal.data.error.code, refusal.data.error.message);
  if (status === 403) return failureOf('forbidden');
  return failureOf('failed', `The system could not answer (${status}). Try again in a moment.`);
}

/** API Gateway answers 403 to a session that is over, as to a role that may not ask. Whoever has a session may ask for it. */
async function isSessionOver(): Promise<boolean> {
  const answer = await fetch(addressOf('session', { answer: z.unknown() })).catch(() => undefined);
  return answer?.status === 401 || answer?.status === 403;
}
