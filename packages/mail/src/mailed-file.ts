import type { FactLine } from './letter.ts';
import { time } from './words.ts';

/** A file that a mail names. */
export interface MailedFile {
  /** Such as `s3://files/runs/…/results/clients.csv`. */
  readonly place: string;
  /** An address at which a browser gets the file until a time (ISO 8601), whoever has it. */
  readonly link?: { readonly url: string; readonly until: string } | undefined;
}

/** Until when the links of a mail open. */
export function linksOpen(files: readonly (MailedFile | undefined)[]): FactLine {
  const until = files.flatMap((file) => file?.link?.until ?? [])[0];
  return ['links open', until && `until ${time(until)}, for whoever has this mail`];
}
