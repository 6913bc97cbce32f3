import type { HttpRequest } from '@sluice/aws-kit/handlers';

/** The id by the user pool, and the e-mail. */
export interface Person {
  readonly id: string;
  readonly email: string;
}

/** Who uploads an object, in its metadata. The flow reads it, and only the console can have set it. */
export const personMetadata = ({ id, email }: Person) => ({
  'sluice-person': id,
  'sluice-dropped-by': encodeURIComponent(email.toWellFormed()),
});

/** Who is signed in. Undefined for a request that no session stands behind. */
export function personOf({ caller, principal }: HttpRequest): Person | undefined {
  const [, id] = /^person:(.+)$/u.exec(principal ?? '') ?? [];
  return id === undefined || caller === undefined ? undefined : { id, email: caller };
}
