import type { NewRun } from '../model/run.ts';

/** Whether somebody dropped the file who was signed in at the console: their e-mail is certain. */
const isKnownPerson = (principal: string | undefined): boolean => principal?.startsWith('person:') === true;

/** Who dropped the file, for people. A name that the uploader gave is only a claim, so it stands behind what S3 knows. */
export function dropperText({ droppedBy, principal }: Pick<NewRun, 'droppedBy' | 'principal'>): string {
  return principal === undefined || isKnownPerson(principal)
    ? droppedBy
    : `${principal} (gave the name ${droppedBy})`;
}

/**
 * The address of whoever dropped the file, if S3 itself knows them by one: the session of an assumed role is named by an
 * address, as IAM Identity Center does. So is a person at the console. A name that the uploader gave may be the address of somebody else.
 */
export function dropperAddress({
  droppedBy,
  principal,
}: Pick<NewRun, 'droppedBy' | 'principal'>): string | undefined {
  const isCertain = principal === undefined || isKnownPerson(principal);
  const session = isCertain ? droppedBy.split(':').at(-1) : undefined;
  return session !== undefined && /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/u.test(session) ? session : undefined;
}
