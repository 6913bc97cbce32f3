import { paragraph, type Action, type Block } from './letter.ts';
import { time } from '@sluice/contract/words';

/** A file that a mail names. */
export interface MailedFile {
  /** Such as `s3://files/runs/…/results/clients.csv`. */
  readonly place: string;
  /** An address at which a browser gets the file until a time (ISO 8601), whoever has it. */
  readonly link?: { readonly url: string; readonly until: string } | undefined;
}

/** How a reader gets the file; nothing if there is none. */
export function openFile(label: string, file: MailedFile | undefined, command: string): Action[] {
  return file === undefined ? [] : [{ label, link: file.link?.url, command }];
}

/** Until when the links of a mail open; nothing without a link. */
export function linksOpen(files: readonly (MailedFile | undefined)[]): Block[] {
  const until = files.flatMap((file) => file?.link?.until ?? [])[0];
  return paragraph(until && `The links to files open until ${time(until)}, for anyone who has this mail.`);
}
