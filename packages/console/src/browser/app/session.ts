import { signal } from '@preact/signals';
import { consoleRoutes, type ConsoleRouteName, type Role } from '../../api/routes.ts';
import type { Session } from '../../api/shapes.ts';

/** Who is signed in; undefined until it is known. */
export const session = signal<Session | undefined>(undefined);
/** Whether the person has to sign in again. What they see stays. */
export const hasEnded = signal(false);

/** Whether the person may ask this. The API decides by the same table. */
export function may(route: ConsoleRouteName): boolean {
  const allowed: readonly Role[] | 'everyone' = consoleRoutes[route].may;
  return allowed === 'everyone' || session.value?.roles.some((role) => allowed.includes(role)) === true;
}

/** Whether a sign-in failed: the page says why. */
const hasFailed = (): boolean => location.hash.startsWith('#/signed-out/');

/** Where the browser goes to sign in. It comes back to the page that is open. */
export const signInAddress = (): string =>
  `/api${consoleRoutes.signIn.path}?${new URLSearchParams({ to: hasFailed() ? '#/' : location.hash || '#/' })}`;

/** The first answer of a visit sends to the sign-in; a later one leaves the page as it is, so that nothing is lost. */
export function sessionEnded(): void {
  // After a sign-in that failed the next one would fail as well, and again without end.
  if (session.value === undefined && !hasFailed()) location.assign(signInAddress());
  else hasEnded.value = true;
}
