import type { NewRun } from './schemas.ts';

/** Who dropped the file, for people. A name that the uploader gave is only a claim, so it stands behind what S3 knows. */
export function dropperText({ droppedBy, principal }: Pick<NewRun, 'droppedBy' | 'principal'>): string {
  return principal === undefined ? droppedBy : `${principal} (says to be ${droppedBy})`;
}

/**
 * The address of whoever dropped the file, if S3 itself knows them by one: the session of an assumed role is named by an
 * address, as IAM Identity Center does. A name that the uploader gave may be the address of somebody else.
 */
export function dropperAddress({
  droppedBy,
  principal,
}: Pick<NewRun, 'droppedBy' | 'principal'>): string | undefined {
  const session = principal === undefined ? droppedBy.split(':').at(-1) : undefined;
  return session !== undefined && /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/u.test(session) ? session : undefined;
}
