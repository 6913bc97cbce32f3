import { runIdOf } from '@sluice/ledger';
import { printable, type Paint } from '../views/columns.ts';
import { messageOf } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { number } from '@sluice/mail/words';
import { approvalText, proposalText, reasonsText, runHead } from '../views/run-text.ts';
import { openBuckets } from '../system/drop-bucket.ts';
import { followRun } from '../system/follow.ts';
import { createHistory } from '../system/history.ts';
import { inboxKey, type Folder } from '../files/inbox-key.ts';
import { checkSavedProfile } from '../files/plan-settings.ts';
import type { PlanHead } from '../files/plan-head.ts';
import { checkResultFile, saveResult, withResult } from '../files/run-files.ts';
import { readReasons, type Reasons } from '../files/result-sheet.ts';
import type { RunJson } from '../views/run-json.ts';
import { findSystem } from '../system/find-system.ts';
import type { System } from '../system/system.ts';
import { planHeadText } from '../views/plan-head-text.ts';
import type { Services } from '../io/services.ts';
import { sourceFile, type SourceFile } from '../files/source-file.ts';
import { whoAmI } from '../system/who-am-i.ts';
import { filesOf } from './run.ts';

interface DropOptions {
  readonly file: string;
  /** Where it lands, if not below its folder directly. */
  readonly key?: string | undefined;
  readonly folder: Folder;
  readonly wait: boolean;
  /** Import it although the same content was imported before. */
  readonly again?: boolean | undefined;
  /** The run whose file this one corrects. */
  readonly corrects?: string | undefined;
  /** Where the result sheet is saved. */
  readonly result?: string | undefined;
}

/** The one object version that landed in the inbox. */
interface Dropped {
  readonly runId: string;
  readonly key: string;
  readonly versionId: string;
}

export interface DropOutcome {
  readonly dropped: Dropped;
  /** Absent with `--no-wait`. */
  readonly ended?: {
    readonly run: RunJson;
    /** Whether the result sheet was saved; absent without `--result`. */
    readonly isSaved?: boolean | undefined;
    readonly resultSheet?: string | undefined;
    readonly plan?: string | undefined;
    readonly planHead?: PlanHead | undefined;
    readonly reasons?: Reasons | undefined;
  };
}

/** How many rows are named in the summary; all are in the result sheet. */
const rowsNamed = 20;

const uploaded = { label: 'uploaded', detail: 'its run begins' };

/** Uploads a sheet to the inbox and follows its run to the end. */
export async function drop(options: DropOptions, services: Services): Promise<DropOutcome> {
  const source = await sourceFile(services.cwd, options.file);
  if (options.result !== undefined) await checkResultFile(options.result, services);
  const system = await findSystem(services);
  const places = system.buckets;
  const key = options.key ?? inboxKey(places.inbox, options.folder, source.name);
  const buckets = openBuckets(places);
  try {
    if ('profile' in options.folder) await checkSavedProfile(options.folder.profile, buckets);
    const metadata = {
      ...(await dropperMetadata(system, services)),
      ...(options.again === true && againMetadata),
      ...(options.corrects !== undefined && { 'sluice-corrects': options.corrects }),
    };
    const versionId = await buckets.upload({ file: source.path, key, metadata }, uploading(source, services));
    services.voice.endProgress();
    const dropped = { runId: runIdOf({ bucket: places.drops, key, versionId }), key, versionId };
    if (!options.wait) return { dropped };
    services.voice.say(`Dropped ${printable(source.name)} as ${printable(key)}; run ${dropped.runId}.`);
    const run = await followRun({ runId: dropped.runId, begun: uploaded }, createHistory(services), services);
    services.voice.endProgress();
    const isSaved =
      options.result === undefined ? undefined : await isResultSaved(run, options.result, services);
    const sheets = await orReport(filesOf(run, services), services);
    const reasons = await orReport(reasonsOf(run, services), services);
    return { dropped, ended: { run, isSaved, ...sheets, reasons } };
  } finally {
    services.voice.endProgress();
    buckets.close();
  }
}

/** The flow reads this from the object. */
const againMetadata = { 'sluice-again': 'true' };

/**
 * Who drops it: the person at this machine and, on AWS, the owner of the credentials. The signature of the upload covers
 * both, so only the owner can have set them. The flow reads them from the object.
 */
async function dropperMetadata(system: System, services: Services): Promise<Record<string, string>> {
  const dropper = { 'sluice-dropped-by': encodeURIComponent(whoAmI(services).toWellFormed()) };
  try {
    const caller = await system.caller();
    if (!caller) return dropper;
    return { ...dropper, 'sluice-caller-id': caller.id, 'sluice-caller-arn': encodeURIComponent(caller.arn) };
  } catch (error) {
    services.voice.say(
      `AWS did not name the owner of these credentials (${messageOf(error)}); the history gets only the id that S3 reports.`,
    );
    return dropper;
  }
}

const uploading =
  ({ bytes }: SourceFile, { voice }: Services) =>
  (sent: number): void => {
    const detail = `${number(sent)} of ${number(bytes)} bytes`;
    voice.progress({ label: 'uploading', part: sent / bytes, detail });
  };

async function isResultSaved(run: RunJson, file: string, services: Services): Promise<boolean> {
  const saved = saveResult(run, file, services).then(() => true);
  return (await orReport(saved, services)) ?? false;
}

/** The rows of the result sheet that need a person. */
async function reasonsOf(run: RunJson, services: Services): Promise<Reasons | undefined> {
  if (run.resultKey === null || run.counts.failed + run.counts.unknown === 0) return undefined;
  return withResult(run, services, (bytes) => readReasons(bytes, rowsNamed));
}

/** The run has ended: its outcome is shown even when its result sheet cannot be read or saved. */
async function orReport<T>(work: Promise<T>, { voice }: Services): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    voice.say(messageOf(error));
    return undefined;
  }
}

function dropText({ dropped, ended }: DropOutcome, paint: Paint): string {
  if (ended === undefined)
    return `Dropped as ${printable(dropped.key)}.\nFollow it with: npx sluice run ${dropped.runId}`;
  const { run, resultSheet, plan, planHead, reasons, isSaved = false } = ended;
  const sheet =
    resultSheet === undefined ? 'There is no result sheet.' : `Result sheet: ${printable(resultSheet)}`;
  const canSave = resultSheet !== undefined && !isSaved;
  return [
    ...runHead(run, paint),
    ...(reasons === undefined ? [] : reasonsText(reasons)),
    ...proposalText(run),
    ...approvalText(run, plan),
    ...planHeadText(run.runId, planHead),
    '',
    sheet,
    ...(canSave ? [`Save it with: npx sluice run ${run.runId} --result FILE`] : []),
    `Everything about this run: npx sluice run ${run.runId}`,
  ].join('\n');
}

export const command: Command<DropOptions, DropOutcome> = {
  run: drop,
  text: dropText,
  json: ({ dropped, ended }) => ended?.run ?? dropped,
  exit: ({ ended }) => {
    if (ended === undefined) return 'ok';
    if (ended.run.status !== 'succeeded') return 'rowsLeft';
    return ended.isSaved === false ? 'failed' : 'ok';
  },
};
