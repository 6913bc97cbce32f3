import { failure, log, pathOf, success, type HttpRequest, type HttpResponse } from '@sluice/lambda-kit';
import { routeOf } from '../route-of.ts';
import type { Session, ShownSettings } from '../shapes.ts';
import { noCookie, sessionCookie } from './cookies.ts';
import { endSession, openSession } from './sessions.ts';
import { signedIn, signIn, type SignInServices } from './sign-in.ts';

export interface ConsoleSessionServices extends SignInServices {
  readonly stack: string;
  readonly settings: ShownSettings;
}

/** Signs people in and out, and says who is signed in, and to what. */
export async function consoleSession(
  request: HttpRequest,
  services: ConsoleSessionServices,
): Promise<HttpResponse> {
  switch (routeOf(request)) {
    case 'signIn':
      return signIn(request, services);
    case 'signedIn':
      return signedIn(request, services);
    case 'signOut':
      return signOut(request, services);
    case 'session':
      return whoIs(request, services);
    case 'settings':
      return success(services.settings);
    default:
      return failure(404, 'not_found', `There is no ${request.method} /${pathOf(request.path).join('/')}.`);
  }
}

async function whoIs({ cookies }: HttpRequest, services: ConsoleSessionServices): Promise<HttpResponse> {
  const session = await openSession(cookies?.[sessionCookie], services);
  if (session === undefined) return failure(401, 'unauthorized', 'Sign in first.');
  const { id, name, email, roles } = session.person;
  const answer: Session = {
    person: { id, name, email },
    roles: [...roles],
    stack: services.stack,
    until: session.until,
  };
  return success(answer);
}

async function signOut({ cookies }: HttpRequest, services: ConsoleSessionServices): Promise<HttpResponse> {
  const { pool } = services;
  const refreshToken = await endSession(cookies?.[sessionCookie], services);
  // The session is over in any case; its token ends by itself later.
  if (refreshToken !== undefined)
    await pool.revoke(refreshToken).catch((error: unknown) => log.error('token_not_revoked', error));
  return { ...success({ url: pool.signOutUrl() }), cookies: [noCookie(sessionCookie)] };
}
