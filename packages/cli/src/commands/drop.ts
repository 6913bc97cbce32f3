import { runIdOf } from '@sluice/ledger';
import type { Addresses } from '@sluice/demo/addresses';
import type { Paint } from '../paint.ts';
import { printable } from '../columns.ts';
import type { Command } from '../command.ts';
import { approvalText } from '../decision-text.ts';
import { openBuckets } from '../drop-bucket.ts';
import type { Buckets } from '../drop-bucket.ts';
import { followRun } from '../follow.ts';
import { createHistory } from '../history.ts';
import { inboxKey } from '../inbox-key.ts';
import type { Folder } from '../inbox-key.ts';
import { checkResultFile, saveResult, withResult } from '../result-of-run.ts';
import { readReasons } from '../result-sheet.ts';
import type { Reasons } from '../result-sheet.ts';
import type { RunJson } from '../run-json.ts';
import { numberText, reasonsText, runHead } from '../run-text.ts';
import { findRunningSystem } from '../running-system.ts';
import type { Services } from '../services.ts';
import { sourceFile } from '../source-file.ts';
import type { SourceFile } from '../source-file.ts';
import { whoAmI } from '../who.ts';
import { whoSigns } from '../caller.ts';
import { placesOf } from './run.ts';

export interface DropOptions {
  readonly file: string;
  readonly folder: Folder;
  readonly wait: boolean;
  /** Import it although the same content was imported before. */
  readonly again?: boolean | undefined;
  /** Where the result sheet is saved. */
  readonly result?: string | undefined;
}

/** The one object version that landed in the inbox. */
export interface Dropped {
  readonly runId: string;
  readonly key: string;
  readonly versionId: string;
}

export interface DropOutcome {
  readonly dropped: Dropped;
  /** Absent when it was not waited for. */
  readonly ended?: {
    readonly run: RunJson;
    /** False when the result sheet was to be saved and was not. */
    readonly isSaved: boolean;
    readonly resultSheet?: string | undefined;
    readonly plan?: string | undefined;
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
  const system = await findRunningSystem(services);
  const key = inboxKey(system.s3.inbox, options.folder, source.name);
  const buckets = openBuckets(system);
  try {
    const metadata = {
      ...(await dropperMetadata(system.s3, services)),
      ...(options.again === true && againMetadata),
    };
    const dropped = await upload(source, { key, bucket: system.s3.bucket, buckets, services, metadata });
    if (!options.wait) return { dropped };
    services.voice.say(`Dropped ${printable(source.name)} as ${printable(key)}; run ${dropped.runId}.`);
    const run = await followRun({ runId: dropped.runId, begun: uploaded }, createHistory(services), services);
    services.voice.endProgress();
    const isSaved = await resultSaved(run, options.result, services);
    const places = await orSay(placesOf(run, services), services);
    const reasons = await orSay(reasonsOf(run, services), services);
    return { dropped, ended: { run, isSaved, ...places, reasons } };
  } finally {
    services.voice.endProgress();
    buckets.close();
  }
}

interface UploadTo {
  readonly key: string;
  readonly bucket: string;
  readonly buckets: Buckets;
  readonly services: Services;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The flow reads it from the object. */
const againMetadata = { 'sluice-again': 'true' };

/**
 * Who drops it: the name of whoever is here and, on AWS, whom the credentials are of. The signature of the upload covers both, so that nobody else
 * can have put them there. The flow reads them from the object.
 */
async function dropperMetadata(s3: Addresses['s3'], services: Services): Promise<Record<string, string>> {
  const said = { 'sluice-dropped-by': encodeURIComponent(whoAmI(services).toWellFormed()) };
  try {
    const caller = await whoSigns(s3, services);
    if (!caller) return said;
    return { ...said, 'sluice-caller-id': caller.id, 'sluice-caller-arn': encodeURIComponent(caller.arn) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    services.voice.say(
      `AWS did not tell whose credentials these are (${why}); S3 tells the history their id.`,
    );
    return said;
  }
}

async function upload(
  source: SourceFile,
  { key, bucket, buckets, services, metadata }: UploadTo,
): Promise<Dropped> {
  const versionId = await buckets.upload({ file: source.path, key, metadata }, (sent) => {
    const detail = `${numberText(sent)} of ${numberText(source.bytes)} bytes`;
    services.voice.progress({ label: 'uploading', part: sent / source.bytes, detail });
  });
  services.voice.endProgress();
  return { runId: runIdOf({ bucket, key, versionId }), key, versionId };
}

async function resultSaved(run: RunJson, file: string | undefined, services: Services): Promise<boolean> {
  if (file === undefined) return true;
  return (
    (await orSay(
      saveResult(run, file, services).then(() => true),
      services,
    )) ?? false
  );
}

/** What the result sheet says of rows that a person must look at. */
async function reasonsOf(run: RunJson, services: Services): Promise<Reasons | undefined> {
  if (run.resultKey === null || run.counts.failed + run.counts.unknown === 0) return undefined;
  return withResult(run, services, (bytes) => readReasons(bytes, rowsNamed));
}

/** The run has ended, and how it ended is to be told even where its result sheet cannot be read or saved. */
async function orSay<T>(work: Promise<T>, { voice }: Services): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    voice.say(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

export function dropText({ dropped, ended }: DropOutcome, paint: Paint): string {
  if (ended === undefined)
    return [`Dropped as ${printable(dropped.key)}.`, `Follow it with: sluice run ${dropped.runId}`].join(
      '\n',
    );
  const { run, resultSheet, plan, reasons } = ended;
  const sheet =
    resultSheet === undefined ? 'There is no result sheet.' : `Result sheet: ${printable(resultSheet)}`;
  return [
    ...runHead(run, paint),
    '',
    ...(reasons === undefined ? [] : reasonsText(reasons)),
    ...approvalText(run, plan).slice(1),
    sheet,
    `Everything about it: sluice run ${run.runId}`,
  ].join('\n');
}

export const command: Command<DropOptions, DropOutcome> = {
  run: drop,
  text: dropText,
  json: ({ dropped, ended }) => ended?.run ?? dropped,
  exit: ({ ended }) => {
    if (ended === undefined) return 'ok';
    if (ended.run.status !== 'succeeded') return 'rowsLeft';
    return ended.isSaved ? 'ok' : 'failed';
  },
};
