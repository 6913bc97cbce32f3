import type { ToldFile } from '@sluice/answers';
import type { MakeLink } from './links.ts';

/** What a mail opens. */
export interface MailLinkServices {
  /** The name of the bucket of result sheets, for mails. */
  readonly filesBucket: string;
  /** Absent if mails have commands only. */
  readonly makeLink?: MakeLink | undefined;
  /** Where mails open pages, without a slash at its end; absent in a stack without a console. */
  readonly consoleUrl?: string | undefined;
}

/** A file of a run as a mail names it. */
export async function mailedFile(
  runId: string,
  key: string | undefined,
  { filesBucket, makeLink }: MailLinkServices,
): Promise<ToldFile | undefined> {
  if (key === undefined) return undefined;
  return { place: `s3://${filesBucket}/${key}`, link: await makeLink?.({ runId, key }) };
}
