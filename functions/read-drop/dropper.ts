import type { NewRun } from '@sluice/ledger';

/** What `sluice drop` says of the object: the name of whoever dropped it, URL-encoded, since S3 keeps ASCII alone. */
const droppedByMetadata = 'sluice-dropped-by';
const longestName = 100;

/**
 * Who dropped an object. S3 knows for sure which principal it was, and the uploader only says a name: so the name is shown where the principal is no more
 * than a key, and the principal is kept beside it.
 */
export function dropperOf(
  principal: string,
  metadata: Readonly<Record<string, string>> = {},
): Pick<NewRun, 'droppedBy' | 'principal'> {
  const name = isOnlyKey(principal) ? nameIn(metadata[droppedByMetadata]) : undefined;
  return name === undefined ? { droppedBy: principal } : { droppedBy: name, principal };
}

/** `AWS:AIDA…`, or an account's id; that of an assumed role ends with the name of its session. */
function isOnlyKey(principal: string): boolean {
  return /^(?:AWS:)?[^:]*$/u.test(principal);
}

function nameIn(said: string | undefined): string | undefined {
  const name = decoded(said ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
  return name === '' ? undefined : name.slice(0, longestName).toWellFormed();
}

/** One that another client did not encode is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
