import type { AuthorizerRequest, Decision, HttpRequest } from '@sluice/aws-kit/handlers';
import { routeKeyOf, routeOf } from '../route-of.ts';
import { consoleRoutes, type ConsoleRoute, type Role } from '../routes.ts';
import { sessionCookie } from '../session/cookies.ts';
import { openSession, type SessionServices } from '../session/sessions.ts';
import { actHeader } from '../shapes.ts';

/** Decides whether a request of the console may go on, by the table of routes and the session of its cookie. */
export async function authorize(request: AuthorizerRequest, services: SessionServices): Promise<Decision> {
  const route = agreedRoute(request);
  if (route === undefined || (route.method !== 'GET' && !isFromOurPage(request))) return 'refused';
  const session = await openSession(request.cookies?.[sessionCookie], services);
  if (session === undefined || !mayAsk(route, session.person.roles)) return 'refused';
  const { id: personId, email, roles, groups } = session.person;
  return { person: { personId, email, roles: [...roles], groups: [...groups] } };
}

/**
 * The function behind the route reads the path by itself. If it would find another route than API Gateway has chosen, as by an
 * encoded slash, the request has none.
 */
function agreedRoute(request: AuthorizerRequest): ConsoleRoute | undefined {
  const name = routeOf(request);
  if (name === undefined) return undefined;
  const route = consoleRoutes[name];
  return routeKeyOf(route) === request.routeKey ? route : undefined;
}

function mayAsk({ may }: ConsoleRoute, roles: readonly Role[]): boolean {
  return may === 'everyone' || roles.some((role) => may.includes(role));
}

/**
 * Whether a script of our page sent it. Pages of other sites cannot set these headers: the browser sets `sec-fetch-site`, and
 * asks us before it sends the others, which we never allow.
 */
function isFromOurPage({ headers }: HttpRequest): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return (
    type.trim().toLowerCase() === 'application/json' &&
    headers[actHeader.name] === actHeader.value &&
    headers['sec-fetch-site'] === 'same-origin'
  );
}
