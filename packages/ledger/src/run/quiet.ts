import type { Submission } from './model.ts';

/** Milliseconds from sending an import until it has surely arrived and ended, whether or not anybody heard of it. */
export const quietMs = 15 * 60_000;

/**
 * Until when (ISO 8601) a request of this submission may still arrive in the service, or its import go on: until then nobody can
 * know that it is not there. Undefined where none was sent.
 */
export function quietUntilOf({ attempts }: Pick<Submission, 'attempts'>): string | undefined {
  const sent = attempts.filter(({ outcome }) => outcome !== 'not_sent' && outcome !== 'rejected');
  if (sent.length === 0) return undefined;
  const last = Math.max(...sent.map(({ sentAt }) => Date.parse(sentAt)));
  return new Date(last + quietMs).toISOString();
}
