import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { DropReport, Stage, StartedSystem } from './stage.ts';

const mailSchema = z
  .object({
    from: z.string(),
    destination: z.object({ to: z.array(z.string()) }),
    subject: z.string(),
    body: z.object({ text: z.string().default('') }),
  })
  .transform(({ from, destination: { to }, subject, body: { text } }) => ({ from, to, subject, text }));
const storeSchema = z.object({ emails: z.array(mailSchema) });
type SentMail = z.infer<typeof mailSchema>;

/** A dropped sheet and all its results. */
export interface DropScene {
  readonly report: DropReport;
  readonly mail: SentMail;
  /** The result sheet as a file on this machine. */
  readonly resultFile: string;
  /** Its first lines. */
  readonly resultHead: readonly string[];
  /** From the upload to the end of the run, as the person sees it. */
  readonly milliseconds: number;
}

/** Lines of a result sheet that are shown: the header and some rows. */
const shownLines = 4;

const mailSeconds = 30;

export interface SceneOptions {
  readonly file: string;
  /** Where the result sheet is saved. */
  readonly resultFile: string;
  readonly system: Pick<StartedSystem, 'mailUrl' | 'localJson'>;
}

/** Drops a sheet, follows its run, and collects the results for a person. */
export async function playDrop(
  { file, resultFile, system }: SceneOptions,
  stage: Pick<Stage, 'drop' | 'now' | 'sleep' | 'signal'>,
): Promise<DropScene> {
  const before = (await sentMails(system.mailUrl)).length;
  const begun = stage.now().getTime();
  const report = await stage.drop({ file, result: resultFile, localJson: system.localJson });
  const milliseconds = stage.now().getTime() - begun;
  const mail = await nextMail(system.mailUrl, before, stage);
  return { report, mail, resultFile, resultHead: await firstLines(resultFile), milliseconds };
}

async function nextMail(
  url: string,
  before: number,
  stage: Pick<Stage, 'now' | 'sleep' | 'signal'>,
): Promise<SentMail> {
  const until = stage.now().getTime() + mailSeconds * 1000;
  while (!stage.signal.aborted && stage.now().getTime() <= until) {
    const mail = (await sentMails(url))[before];
    if (mail !== undefined) return mail;
    await stage.sleep(200);
  }
  throw new Error(`The e-mail of the run did not arrive within ${mailSeconds} seconds.`);
}

async function firstLines(file: string): Promise<string[]> {
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  return text.split(/\r?\n/, shownLines);
}

/** The mails that were sent on this machine, oldest first. */
async function sentMails(mailUrl: string): Promise<SentMail[]> {
  const response = await fetch(`${mailUrl.replace(/\/$/, '')}/store`);
  return storeSchema.parse(await response.json()).emails;
}
