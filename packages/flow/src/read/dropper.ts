import type { NewRun } from '@sluice/ledger';

/** Set by `sluice drop`: the name of the person, and by the console their e-mail; URL-encoded because S3 keeps only ASCII. */
const droppedByMetadata = 'sluice-dropped-by';
/** Set by `sluice drop` on AWS: the id and the ARN of its credentials. */
const callerId = 'sluice-caller-id';
const callerArn = 'sluice-caller-arn';
const longestName = 100;
const longestEmail = 320;
const longestArn = 400;

/** Set by the console: the id of the person in its user pool. */
const personMetadata = 'sluice-person';

/**
 * Who dropped an object. The principal is certain, a name in the metadata is only a claim. So the name counts only where
 * the principal is a bare key, and the principal is kept beside it. On AWS the name is the ARN of that key. Metadata with
 * another key's id was copied along with the object by somebody else, and does not count. The console signs what it sets: where
 * the principal is its role, which has the id `consoleRoleId`, the metadata is certain too.
 */
export function dropperOf(
  principal: string,
  metadata: Readonly<Record<string, string>> = {},
  consoleRoleId?: string,
): Pick<NewRun, 'droppedBy' | 'principal'> {
  if (consoleRoleId !== undefined && principal.startsWith(`AWS:${consoleRoleId}:`)) return personOf(metadata);
  const name = isOnlyKey(principal) ? nameOf(principal, metadata) : undefined;
  return name === undefined ? { droppedBy: principal } : { droppedBy: name, principal };
}

/** Nobody is known where the console did not say who it was, so that nobody can be another person. */
function personOf(metadata: Readonly<Record<string, string>>): Pick<NewRun, 'droppedBy' | 'principal'> {
  const id = metadata[personMetadata];
  const email = nameIn(metadata[droppedByMetadata], longestEmail);
  if (id === undefined || email === undefined) return { droppedBy: 'unknown' };
  return { droppedBy: email, principal: `person:${id}` };
}

/** Set by `sluice drop --corrects`: the id of a run. */
const correctsMetadata = 'sluice-corrects';

/** The run whose file a drop corrects, if its uploader named one. */
export function correctsOf(metadata: Readonly<Record<string, string>> = {}): Pick<NewRun, 'corrects'> {
  const corrects = metadata[correctsMetadata];
  return corrects !== undefined && /^[a-z2-7]{26}$/u.test(corrects) ? { corrects } : {};
}

/** Set by `sluice drop --sheet-name`: the sheet of a workbook, encoded as in an address. */
const sheetNameMetadata = 'sluice-sheet-name';
const longestSheetName = 255;

/** The sheet of a workbook, if its uploader named one. */
export function sheetNameOf(metadata: Readonly<Record<string, string>> = {}): Pick<NewRun, 'sheetName'> {
  const sheetName = decoded(metadata[sheetNameMetadata] ?? '').slice(0, longestSheetName);
  return sheetName === '' ? {} : { sheetName: sheetName.toWellFormed() };
}

/** `AWS:AIDA…`, or an account's id. The principal of an assumed role ends with its session's name instead. */
function isOnlyKey(principal: string): boolean {
  return /^(?:AWS:)?[^:]*$/u.test(principal);
}

function nameOf(principal: string, metadata: Readonly<Record<string, string>>): string | undefined {
  const id = metadata[callerId];
  if (id === undefined) return nameIn(metadata[droppedByMetadata]);
  // The sweep knows only the owner of the bucket, not the key.
  const isKeyKnown = principal.startsWith('AWS:');
  return isKeyKnown && principal !== `AWS:${id}` ? undefined : nameIn(metadata[callerArn], longestArn);
}

function nameIn(text: string | undefined, longest = longestName): string | undefined {
  const name = decoded(text ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
  return name === '' ? undefined : name.slice(0, longest).toWellFormed();
}

/** The name that the uploader of an object gave. */
export const nameGiven = (metadata: Readonly<Record<string, string>>): string | undefined =>
  nameIn(metadata[droppedByMetadata], longestEmail);

/** A client of another make may not have encoded it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
