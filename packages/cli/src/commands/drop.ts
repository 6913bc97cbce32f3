import { runIdOf } from '@sluice/ledger';
import { type Lines, type Paint } from '../io/columns.ts';
import type { Command } from '../command/command.ts';
import { number, printable } from '@sluice/contract/words';
import { openBuckets } from '../system/drop-bucket.ts';
import { followRun } from '../system/follow.ts';
import { createHistory } from '../system/history.ts';
import { runIdNamed } from '../system/short-ids.ts';
import { inboxKey, type Folder } from '../files/inbox-key.ts';
import { checkSavedProfile } from '../files/plan-settings.ts';
import { saveResult } from '../files/run-files.ts';
import { checkTarget } from '../files/save-file.ts';
import { commandLine } from '../io/shell.ts';
import { runSummary, type RunShown } from '../views/run-summary.ts';
import type { RunJson } from '@sluice/ledger/views';
import { findSystem } from '../find/find-system.ts';
import type { Services } from '../io/services.ts';
import { sourceFile, type SourceFile } from '../files/source-file.ts';
import { uploaderMetadata } from '../system/uploader-metadata.ts';
import { orReport, shownWithReasons } from './run.ts';

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
  /** The sheet of a workbook. */
  readonly sheetName?: string | undefined;
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
  readonly ended?: RunShown;
  /** Whether the result sheet was saved, where that was asked for. */
  readonly isSaved?: boolean | undefined;
}

const uploaded = { label: 'uploaded', detail: 'its run begins' };

/** Uploads a sheet to the inbox and follows its run to the end. */
export async function drop(options: DropOptions, services: Services): Promise<DropOutcome> {
  const source = await sourceFile(services.cwd, options.file);
  const { result } = options;
  if (result !== undefined) await checkTarget({ file: result, option: '--result', isNew: true }, services);
  const system = await findSystem(services);
  const places = system.buckets;
  const key = options.key ?? inboxKey(places.inbox, options.folder, source.name);
  const history = createHistory(services);
  const corrects = options.corrects && (await runIdNamed(options.corrects, history));
  const buckets = openBuckets(places);
  try {
    if ('profile' in options.folder) await checkSavedProfile(options.folder.profile, buckets);
    const metadata = {
      ...(await uploaderMetadata(system, services)),
      ...(options.again === true && againMetadata),
      ...(options.sheetName && { 'sluice-sheet-name': encodeURIComponent(options.sheetName) }),
      ...(corrects && { 'sluice-corrects': corrects }),
    };
    const versionId = await buckets.upload({ file: source.path, key, metadata }, uploading(source, services));
    services.voice.endProgress();
    const dropped = { runId: runIdOf({ bucket: places.drops, key, versionId }), key, versionId };
    if (!options.wait) return { dropped };
    services.voice.say(`Dropped ${printable(source.name)} as ${printable(key)}; run ${dropped.runId}.`);
    const run = await followRun({ runId: dropped.runId, begun: uploaded }, history, services);
    services.voice.endProgress();
    const isSaved = result === undefined ? undefined : await isResultSaved(run, result, services);
    const savedAs = isSaved === true ? result : undefined;
    return { dropped, isSaved, ended: { ...(await shownWithReasons(run, services)), savedAs } };
  } finally {
    services.voice.endProgress();
    buckets.close();
  }
}

/** The flow reads this from the object. */
const againMetadata = { 'sluice-again': 'true' };

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

function dropText({ dropped, ended }: DropOutcome, paint: Paint): Lines {
  if (ended !== undefined) return runSummary(ended, paint);
  const { key, runId } = dropped;
  return [`Dropped as ${printable(key)}.`, `Follow it with: ${commandLine('watch', runId)}`];
}

export const command: Command<DropOptions, DropOutcome> = {
  run: drop,
  text: dropText,
  json: ({ dropped, ended }) => ended?.run ?? dropped,
  exit: ({ ended, isSaved }) => {
    if (ended === undefined) return 'ok';
    if (ended.run.status !== 'succeeded') return 'rowsLeft';
    return isSaved === false ? 'failed' : 'ok';
  },
};
