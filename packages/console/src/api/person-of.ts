import type { HttpRequest } from '@sluice/aws-kit/handlers';

/** Who is signed in: the id by the user pool, and the e-mail. Undefined for a request that no session stands behind. */
export function personOf({
  caller,
  principal,
}: HttpRequest): { readonly id: string; readonly email: string } | undefined {
  const [, id] = /^person:(.+)$/u.exec(principal ?? '') ?? [];
  return id === undefined || caller === undefined ? undefined : { id, email: caller };
}
