/** Names that begin so are taken from this host alone, over TLS, for all its paths: no other site can set them. */
export const sessionCookie = '__Host-sluice';
export const signInCookie = '__Host-sluice-sign-in';

const common = 'Path=/; HttpOnly; Secure';

/** `Lax` only where the way back from the user pool, another site, must bring the cookie along. */
export function cookie(
  name: typeof sessionCookie | typeof signInCookie,
  value: string,
  seconds: number,
): string {
  const sameSite = name === sessionCookie ? 'Strict' : 'Lax';
  return `${name}=${value}; ${common}; SameSite=${sameSite}; Max-Age=${seconds}`;
}

export const noCookie = (name: typeof sessionCookie | typeof signInCookie): string => cookie(name, '', 0);
