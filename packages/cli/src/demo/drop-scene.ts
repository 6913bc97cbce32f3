import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drop } from '../commands/drop.ts';
import { CliError } from '../cli-error.ts';
import type { Reasons } from '../result-sheet.ts';
import type { RunJson } from '../run-json.ts';
import { findRunningSystem } from '../running-system.ts';
import type { Services } from '../services.ts';
import { sentMails } from './mail-store.ts';
import type { SentMail } from './mail-store.ts';
import { waitFor } from './wait-for.ts';

/** A sheet that was dropped, and all that came back. */
export interface DropScene {
  readonly run: RunJson;
  readonly reasons: Reasons;
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

export interface SceneOptions {
  readonly file: string;
  /** Where the result sheet is saved. */
  readonly folder: string;
  readonly resultName: string;
}

/** Drops a sheet as clients by e-mail, follows it, and collects what a person would look at. */
export async function playDrop(options: SceneOptions, services: Services): Promise<DropScene> {
  const system = await findRunningSystem(services);
  const before = (await sentMails(system.mail.url)).length;
  const begun = services.now().getTime();
  const folder = { schema: 'client', lookup: 'email' };
  const resultFile = join(options.folder, options.resultName);
  const { ended } = await drop({ file: options.file, folder, wait: true, result: resultFile }, services);
  const milliseconds = services.now().getTime() - begun;
  if (ended === undefined)
    throw new CliError('failed', `The run of ${options.file} was not followed to its end.`);
  const findMail = async (): Promise<SentMail | undefined> => (await sentMails(system.mail.url))[before];
  const mail = await waitFor('The e-mail of the run', findMail, { seconds: 30, services });
  return {
    run: ended.run,
    reasons: ended.reasons ?? { rows: [], more: 0 },
    mail,
    resultFile,
    resultHead: await firstLines(resultFile),
    milliseconds,
  };
}

async function firstLines(file: string): Promise<string[]> {
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  return text.split(/\r?\n/, shownLines);
}
