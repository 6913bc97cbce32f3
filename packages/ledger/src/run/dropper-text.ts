import type { NewRun } from './schemas.ts';

/** Who dropped the file, for people. A name that the uploader gave is only a claim, so it stands behind what S3 knows. */
export function dropperText({ droppedBy, principal }: Pick<NewRun, 'droppedBy' | 'principal'>): string {
  return principal === undefined ? droppedBy : `${principal} (says to be ${droppedBy})`;
}
