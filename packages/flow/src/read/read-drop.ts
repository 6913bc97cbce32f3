import { reasonOf } from '@sluice/contract';
import { fileNameIn } from '@sluice/contract/words';
import {
  fingerprintOf,
  mayNeedApproval,
  ruleFor,
  type ApprovalSettings,
  type Settings,
} from '@sluice/import-plan';
import { log } from '@sluice/aws-kit/handlers';
import {
  dropperText,
  nothingRead,
  runIdOf,
  uploadIdOf,
  type Ledger,
  type LostTime,
  type Migrations,
  type OfMigration,
  type Run,
} from '@sluice/ledger';
import { laneOf } from '../attempts/lane.ts';
import { markRestored } from '../attempts/mark-restored.ts';
import {
  ObjectNotDecrypted,
  type Clock,
  type Files,
  type Machine,
  type ObjectAbout,
  type ObjectRef,
} from '../ports.ts';
import { trackerName } from '../run-objects.ts';
import { whyOf } from '../run-reason.ts';
import type { Drop } from './arrivals.ts';
import { correctsOf, dropperOf, sheetNameOf } from './dropper.ts';
import { withEarlierRuns } from './earlier-runs.ts';
import type { ReadingTime } from './reading-guard.ts';
import { uploaderOf, type Uploader } from './uploader.ts';
import { readSheet, type SheetRead } from './read-sheet.ts';
import { keepApprovalRule, profileKey, settingsOf, type FoundSettings } from './run-settings.ts';

export interface ReadDropServices {
  readonly drops: Pick<Files, 'get' | 'stream' | 'about'>;
  /** The only bucket whose inbox takes drops. A migration also sends what is in others. */
  readonly dropBucket: string;
  readonly files: Pick<Files, 'put' | 'putOnce' | 'get' | 'upload'>;
  readonly ledger: Ledger;
  readonly migrations: Pick<Migrations, 'upload'>;
  readonly machine: Pick<Machine, 'start'>;
  /** Where the records go: the base URL of the service. */
  readonly target: string;
  /** Notified when a drop names no address. */
  readonly defaultEmails: readonly string[];
  readonly approval: ApprovalSettings;
  /** The id of the role by which the console uploads; absent without a console. */
  readonly consoleRoleId?: string | undefined;
  /** Of a ledger that was restored. */
  readonly lost?: LostTime | undefined;
  readonly now: Clock;
  /** How long this try may take. */
  readonly time?: ReadingTime | undefined;
}

/** Set by `sluice drop --again`: import it even if the same content was imported before. */
const againMetadata = 'sluice-again';

/**
 * Begins the run of a drop and reads it. After a crash the next delivery repeats everything with the same keys and
 * contents; once the tracker has started, a delivery changes nothing (invariants 7, 8).
 */
export async function readDrop(drop: Drop, services: ReadDropServices): Promise<void> {
  // S3 lets any bucket of the account announce its objects to the queue.
  if (drop.migration === undefined && drop.bucket !== services.dropBucket)
    return log.warn('drop_of_another_bucket', { bucket: drop.bucket });
  // What the uploader of a migration's file wishes for a drop counts for drops only.
  const about = drop.migration === undefined ? await aboutIfReadable(drop, services) : undefined;
  const begun = await begin(drop, about, services);
  const run = begun.status === 'reading' ? await read(begun, about, services) : begun;
  if (run.status !== 'reading' && run.trackers === 0) await handOver(run, services);
}

/** Undefined also for an object that cannot be decrypted: reading it then ends the run with that reason. */
async function aboutIfReadable(
  ref: ObjectRef,
  { drops }: Pick<ReadDropServices, 'drops'>,
): Promise<ObjectAbout | undefined> {
  try {
    return await drops.about(ref);
  } catch (error) {
    if (error instanceof ObjectNotDecrypted) return undefined;
    throw error;
  }
}

/** A drop without the time of its event has that of its object. What a migration sends did not arrive by itself. */
function timeOf({ migration, arrivedAt }: Drop, about: ObjectAbout | undefined): Pick<Run, 'arrivedAt'> {
  const at = arrivedAt ?? about?.landedAt?.toISOString();
  return migration === undefined && at !== undefined ? { arrivedAt: at } : {};
}

async function begin(drop: Drop, about: ObjectAbout | undefined, services: ReadDropServices): Promise<Run> {
  const { ledger, target, defaultEmails, consoleRoleId, lost, now } = services;
  const fileName = fileNameIn(drop.key);
  const { created, run } = await ledger.beginRun({
    ...drop,
    ...(drop.migration === undefined
      ? dropperOf(drop.droppedBy, about?.metadata, consoleRoleId)
      : await dropperOfStep(drop, drop.migration, services)),
    ...correctsOf(about?.metadata),
    ...sheetNameOf(about?.metadata),
    ...timeOf(drop, about),
    runId: runIdOf(drop),
    fileName,
    target,
    emails: defaultEmails,
  });
  if (created) log.info('run_started', { runId: run.runId, bytes: run.bytes });
  const since = drop.migration?.scheduledAt ?? about?.landedAt?.toISOString() ?? run.startedAt;
  return run.status === 'reading' ? markRestored(run, { ledger, lost, now }, since) : run;
}

/** Of a file that is not in our bucket, whoever uploaded the definition that names it. */
async function dropperOfStep(
  drop: Drop,
  { definitionUpload }: OfMigration,
  services: ReadDropServices,
): Promise<Uploader> {
  if (drop.bucket === services.dropBucket)
    return uploaderOf(drop, (await aboutIfReadable(drop, services))?.metadata, services);
  if (definitionUpload === undefined) return { droppedBy: drop.droppedBy };
  const { droppedBy, principal, droppedFrom } = definitionUpload;
  return { droppedBy, ...(principal && { principal }), ...(droppedFrom && { droppedFrom }) };
}

async function read(run: Run, about: ObjectAbout | undefined, services: ReadDropServices): Promise<Run> {
  const { ledger, now } = services;
  const { runId } = run;
  const found = await settingsOf(run, services);
  if (found.kind === 'refused') return reject(run, { why: found.why }, services);
  const { settings, profileSha256, profileVersionId } = found;
  if (isWithoutProfile(run, settings) && services.approval.dropsWithoutProfile === 'reject')
    return reject(run, { why: whyOf(reasonOf('profile_needed')) }, services);
  const savedBy = await uploadOfProfile(found, services);
  const lane = laneOf({ target: run.target, schema: settings.schema.name });
  await ledger.moveRun(runId, {
    type: 'settingsKnown',
    at: now().toISOString(),
    schema: settings.schema.name,
    lookup: settings.lookup,
    emails: settings.emails ?? run.emails,
    ...(settings.profile === undefined ? {} : { profile: settings.profile }),
    ...(profileSha256 !== undefined && { profileSha256 }),
    ...(profileVersionId !== undefined && { profileVersionId }),
    ...(savedBy && { profileSavedBy: dropperText(savedBy) }),
    ...(settings.invalidRows === 'skip' && { invalidRows: 'skip' }),
    settings: fingerprintOf(settings),
    lane,
    // A migration always imports what is there.
    ...((about?.metadata[againMetadata] === 'true' || run.migration !== undefined) && { again: true }),
  });
  const sheet = await readSheet(run, settings, services);
  if (sheet.kind === 'refused') return reject(run, sheet, services);
  const { sha256 } = sheet;
  const known = { ...run, profile: settings.profile };
  const reading = await withEarlierRuns(known, sheet.reading, { schema: settings.schema.name, ledger });
  const approvalNeeds = await approvalNeedsOf(run, settings, services);
  const at = now().toISOString();
  const moved = await ledger.moveRun(runId, { type: 'read', at, sha256, reading, lane, ...approvalNeeds });
  const { notes: _notes, warnings: _warnings, fill: _fill, ...counts } = reading;
  if (moved.moved) log.info('run_read', { runId, ...counts });
  return moved.now;
}

/** Who saved the profile; undefined before S3 has reported it. */
async function uploadOfProfile(
  { settings, profileVersionId: versionId }: Extract<FoundSettings, { kind: 'settings' }>,
  { dropBucket: bucket, migrations }: ReadDropServices,
): Promise<Uploader | undefined> {
  const { profile } = settings;
  if (profile === undefined || versionId === undefined) return undefined;
  return migrations.upload(uploadIdOf({ bucket, key: profileKey(profile), versionId }));
}

/** A migration names its settings itself. */
function isWithoutProfile({ migration }: Run, { profile }: Settings): boolean {
  return profile === undefined && migration === undefined;
}

/** A dry run of a migration never writes, so it never asks. */
async function approvalNeedsOf(
  { runId, migration, restored }: Run,
  settings: Settings,
  { approval, files }: ReadDropServices,
): Promise<Pick<Run, 'mayNeedApproval' | 'secondPerson'>> {
  const rule = ruleFor(settings, approval);
  if (migration?.dryRun === true) return {};
  // A run that would not ask by itself does so after a restore of the ledger.
  if (!(restored ?? mayNeedApproval(rule))) return rule.secondPerson ? { secondPerson: true } : {};
  const { secondPerson } = await keepApprovalRule(runId, rule, files);
  return { mayNeedApproval: true, ...(secondPerson && { secondPerson }) };
}

async function reject(
  { runId }: Run,
  { why, sha256, proposal }: Omit<Extract<SheetRead, { kind: 'refused' }>, 'kind'>,
  { ledger, now }: ReadDropServices,
): Promise<Run> {
  const moved = await ledger.moveRun(runId, {
    type: 'rejected',
    at: now().toISOString(),
    ...why,
    reason: shortened(why.reason),
    reading: nothingRead,
    ...(sha256 && { sha256 }),
    ...(proposal && { proposal }),
  });
  if (moved.moved) log.info('run_rejected', { runId });
  return moved.now;
}

/** A run is one item of the ledger, and an item has at most 400 KB. */
const longestReason = 4000;

function shortened(reason: string): string {
  return reason.length > longestReason ? `${reason.slice(0, longestReason).toWellFormed()}…` : reason;
}

/**
 * Starts the tracker. It also reports a run that was rejected, so that there is one way to the mail. The ledger learns of
 * it last: until then, the next delivery repeats all of this.
 */
async function handOver(run: Run, { ledger, machine, now }: ReadDropServices): Promise<void> {
  const { runId } = run;
  await machine.start({ name: trackerName(runId, 1), input: { runId, tracker: 1, polls: 0 } });
  await ledger.moveRun(runId, { type: 'trackerStarted', at: now().toISOString(), trackers: 1 });
}
