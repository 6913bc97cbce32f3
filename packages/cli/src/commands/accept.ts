import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { parseJson } from '@sluice/contract';
import { mappedHeaders, profileSchema } from '@sluice/import-plan';
import { CliError } from '../io/cli-error.ts';
import type { Command } from '../command/command.ts';
import { checkFolder } from '../files/inbox-key.ts';
import { checkNewProfile } from '../files/kept-names.ts';
import { profileKey, settingsToSave } from '../files/plan-settings.ts';
import { spooledFile } from '../files/source-file.ts';
import type { Services } from '../io/services.ts';
import { findBuckets, type Buckets } from '../system/drop-bucket.ts';
import { createHistory } from '../system/history.ts';
import { commandLine } from '../io/shell.ts';
import { printable } from '@sluice/contract/words';

import type { RunJson } from '@sluice/ledger/views';
import { runNamed } from './run.ts';
import { command as dropCommand, drop, type DropOutcome } from './drop.ts';

interface AcceptOptions {
  readonly runId: string;
  /** The name of a new profile; otherwise that of the run, or one that says what is imported. */
  readonly profile?: string | undefined;
  readonly wait: boolean;
}

/** Saves the profile that a run proposes, and drops its file again. */
async function accept(options: AcceptOptions, services: Services): Promise<DropOutcome> {
  const { profile, wait } = options;
  const history = createHistory(services);
  const run = await runNamed(options.runId, history);
  const { runId } = run;
  if (run.proposal === undefined) throw new CliError('failed', noProposal(runId));
  const name = nameOf(run, profile);
  checkFolder({ profile: name });
  const text = `${JSON.stringify(inOrder(run.proposal), null, 2)}\n`;
  await settingsToSave(name, text);
  const buckets = await findBuckets(services);
  try {
    const { bucket, key, versionId } = run;
    const bytes = await buckets.readVersion({ bucket, key, versionId });
    if (bytes === undefined)
      throw new CliError(
        'failed',
        `The version ${versionId} of ${printable(key)} is no longer there. Drop the file again.`,
      );
    const file = await spooledFile(bytes, basename(key));
    try {
      const lost = await save({ run, name, text }, buckets);
      services.voice.say(`Saved as ${printable(profileKey(name))}.`);
      if (lost.length > 0)
        services.voice.say(
          `It no longer has ${lost.map(quoted).join(', ')}. Sheets with ${lost.length === 1 ? 'this column' : 'these columns'} will be stopped.`,
        );
      const sameKey = run.profile === name ? { key } : {};
      return await drop(
        { file: file.path, folder: { profile: name }, corrects: runId, wait, ...sameKey },
        services,
      );
    } finally {
      await file.leave();
    }
  } finally {
    buckets.close();
  }
}

const noProposal = (runId: string): string =>
  `Run ${runId} proposes no profile: only a run that stopped for its columns does. Nothing was saved.`;

function nameOf({ profile, proposal, schema, lookup }: RunJson, asked: string | undefined): string {
  const words = proposal?.layout ?? `${schema ?? ''} ${lookup ?? ''}`;
  return (
    asked ??
    profile ??
    words
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  );
}

/** In the order of the documented keys and of the sheet's columns: the ledger keeps no order. */
function inOrder({ profile, choices }: NonNullable<RunJson['proposal']>): object {
  const headers = choices.flatMap(({ columns }) => columns);
  const byColumn = ([one]: [string, unknown], [other]: [string, unknown]) =>
    headers.indexOf(one) - headers.indexOf(other);
  const keys = Object.keys(profileSchema.shape).filter((key) => key in profile);
  const ordered = keys.map((key) => [key, profile[key]] as const);
  const columns = Object.fromEntries(Object.entries(profile.columns ?? {}).toSorted(byColumn));
  return { ...Object.fromEntries(ordered), ...('columns' in profile && { columns }) };
}

interface Accepted {
  readonly run: RunJson;
  readonly name: string;
  readonly text: string;
}

/**
 * Saves it over the profile that the run has read, or as a new one: nobody's change in the meantime is lost.
 * @returns the columns that the profile had before, and has no longer
 */
async function save({ run, name, text }: Accepted, buckets: Buckets): Promise<string[]> {
  const key = profileKey(name);
  const current = await buckets.readProfile(key);
  if (current?.text === text) return [];
  const isReplaced = run.profile === name;
  if (!isReplaced && current !== undefined)
    throw new CliError(
      'failed',
      `There is a profile ${printable(name)} already. Nothing was saved. Choose another name: ${commandLine('accept', run.runId, '--profile', 'NAME')}\nIf that profile is for this sheet too, drop the file with it: ${commandLine('drop', 'FILE', '--profile', name)}`,
    );
  if (current === undefined) await checkNewProfile(name, buckets);
  const isAsRead = !isReplaced || (current !== undefined && sha256Of(current.text) === run.profileSha256);
  const isSaved = isAsRead && (await buckets.saveProfile({ key, text, etag: current?.etag }));
  if (!isSaved)
    throw new CliError(
      'failed',
      `Somebody has changed ${printable(key)} since this run read it. Nothing was saved. Drop the file again for a proposal that keeps the change.`,
    );
  const kept = new Set(columnsOf(text));
  return columnsOf(current?.text ?? '{}').filter((column) => !kept.has(column));
}

/** The columns that a profile names, also those that it ignores. */
function columnsOf(text: string): string[] {
  const { data } = profileSchema.safeParse(parseJson(text));
  return data === undefined ? [] : [...mappedHeaders(data), ...data.ignore];
}

const quoted = (column: string): string => `"${printable(column)}"`;

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

export const command: Command<AcceptOptions, DropOutcome> = { ...dropCommand, run: accept };
