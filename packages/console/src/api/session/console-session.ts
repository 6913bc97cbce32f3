import { failure, pathOf, success, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import { routeOf } from '../route-of.ts';
import type { Session, ShownSettings } from '../shapes.ts';
import { foldersOf, type DropFolders } from '../upload/drop-folders.ts';
import { noCookie, sessionCookie } from './cookies.ts';
import { endSession, openSession } from './sessions.ts';
import { signedIn, signIn, type SignInServices } from './sign-in.ts';

export interface ConsoleSessionServices extends SignInServices {
  readonly stack: string;
  readonly settings: ShownSettings;
  readonly dropFolders: DropFolders;
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
  const folders = foldersOf(session.person, services.dropFolders);
  const answer: Session = {
    person: { id, name, email },
    roles: [...roles],
    ...(folders && { folders }),
    stack: services.stack,
    until: session.until,
  };
  return success(answer);
}

async function signOut({ cookies }: HttpRequest, services: ConsoleSessionServices): Promise<HttpResponse> {
  await endSession(cookies?.[sessionCookie], services);
  return { ...success({ url: services.pool.signOutUrl() }), cookies: [noCookie(sessionCookie)] };
}
