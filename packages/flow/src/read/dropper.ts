import type { NewRun } from '@sluice/ledger';

/** What `sluice drop` says of the object: the name of whoever dropped it, URL-encoded, since S3 keeps ASCII alone. */
const droppedByMetadata = 'sluice-dropped-by';
/** Whom AWS knows by the credentials of the upload, as it told the command line: an id, and what is behind it. */
const callerId = 'sluice-caller-id';
const callerArn = 'sluice-caller-arn';
const longestName = 100;
const longestArn = 400;

/**
 * Who dropped an object. S3 knows for sure which principal it was, and the uploader only says a name: so the name is shown where the principal is no more
 * than a key, and the principal is kept beside it. A name on AWS is that of the key, by its ARN. What was said beside another key is not taken: somebody else
 * copied the object with its metadata.
 */
export function dropperOf(
  principal: string,
  metadata: Readonly<Record<string, string>> = {},
): Pick<NewRun, 'droppedBy' | 'principal'> {
  const name = isOnlyKey(principal) ? nameOf(principal, metadata) : undefined;
  return name === undefined ? { droppedBy: principal } : { droppedBy: name, principal };
}

/** `AWS:AIDA…`, or an account's id; that of an assumed role ends with the name of its session. */
function isOnlyKey(principal: string): boolean {
  return /^(?:AWS:)?[^:]*$/u.test(principal);
}

function nameOf(principal: string, metadata: Readonly<Record<string, string>>): string | undefined {
  const id = metadata[callerId];
  if (id === undefined) return nameIn(metadata[droppedByMetadata]);
  // What the sweep finds has the owner of the bucket there: it tells nothing of the key.
  const isTold = principal.startsWith('AWS:');
  return isTold && principal !== `AWS:${id}` ? undefined : nameIn(metadata[callerArn], longestArn);
}

function nameIn(said: string | undefined, longest = longestName): string | undefined {
  const name = decoded(said ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
  return name === '' ? undefined : name.slice(0, longest).toWellFormed();
}

/** One that another client did not encode is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
