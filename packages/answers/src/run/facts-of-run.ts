import { fileNameIn } from '@sluice/contract/words';
import { dropperText, planName, type EarlierRun } from '@sluice/ledger';
import { troublesIn } from '@sluice/ledger/views';
import { atTime, type Value } from '../blocks/blocks.ts';
import { consolePages } from '../blocks/console-pages.ts';
import { run as english, type RunMessages } from '../messages/run.ts';
import { runCountsText, countsText } from './counts.ts';
import { tookText } from './duration.ts';
import type { RunFacts } from './facts.ts';

export type FactName = keyof RunMessages['fact'];
type Told = readonly [name: FactName, value: Value | undefined];

/** Those of these facts of a run that are known, each with its name in words. A name may have several values. */
export function factsOfRun(
  about: RunFacts,
  shown: readonly FactName[],
  says: RunMessages,
): (readonly [name: string, value: Value | undefined])[] {
  const all = [
    ...ofDrop(about, says),
    ...ofTime(about, says),
    ...ofActs(about, says),
    ...ofReading(about),
    ...ofFiles(about, says),
  ];
  return all.filter(([name]) => shown.includes(name)).map(([name, value]) => [says.fact[name], value]);
}

function ofDrop({ run }: RunFacts, says: RunMessages): Told[] {
  const { schema, lookup, profile, migration } = run;
  return [
    ['status', run.status],
    ['file', run.key],
    ['place', `${run.bucket}/${run.key}`],
    ['run', run.runId],
    ['rows', runCountsText(run, says)],
    ['started', { at: run.startedAt }],
    ['ended', atTime(run.finishedAt)],
    ['took', run.finishedAt === null ? undefined : tookText(run.startedAt, run.finishedAt)],
    ['droppedBy', dropperText(run)],
    ['from', run.droppedFrom],
    ['profile', profile === undefined ? undefined : { page: consolePages.profile(profile), text: profile }],
    ['profileFingerprint', run.profileSha256],
    ['profileVersion', run.profileVersionId],
    ['profileSavedBy', run.profileSavedBy],
    ['records', schema === null ? undefined : says.records(schema, lookup ?? '')],
    [
      'migration',
      migration && {
        page: consolePages.migration(migration.migrationId),
        text: says.migrationStep(migration.name, migration.step),
      },
    ],
    ['definitionBy', migration?.definitionUpload && dropperText(migration.definitionUpload)],
  ];
}

/** Which runs came before, and which it waits for. */
function ofTime({ run }: RunFacts, says: RunMessages): Told[] {
  const { duplicateOf, importedBefore: before, blockedBy, blockedSince, corrects, quietUntil } = run;
  const told = (one: EarlierRun) => earlierValue(one, says);
  const same = before === undefined ? duplicateOf && { runId: duplicateOf } : told(before.run);
  return [
    [duplicateOf === undefined ? 'importedBefore' : 'sameAs', same],
    ...(before?.between ?? []).map((one): Told => ['writtenSince', told(one)]),
    ['writtenSince', before === undefined || before.more === 0 ? undefined : says.more(before.more)],
    ['waitsFor', blockedBy === undefined ? undefined : { runId: blockedBy }],
    ['since', blockedBy && atTime(blockedSince)],
    ['begins', quietUntil && says.mayStillWrite(quietUntil)],
    ['corrects', corrects === undefined ? undefined : { runId: corrects }],
  ];
}

/** A run by its file, when that was dropped, and by whom. */
export const earlierValue = (run: EarlierRun, says: RunMessages = english) => ({
  runId: run.runId,
  about: says.earlier(fileNameIn(run.key), run.startedAt, dropperText(run)),
});

function ofActs({ run, undoneBy }: RunFacts, says: RunMessages): Told[] {
  const { approval, undo, reverts = [], emails } = run;
  const waits = run.status === 'awaiting_approval';
  return [
    ['ifApproved', approval && waits ? countsText(approval.plan.counts, undefined, says) : undefined],
    ['approvedBy', approval?.approved && says.approved(approval.approved.by, approval.approved.at)],
    ['undone', undo && says.answer.undoneCounts(undo)],
    ['undoneBy', undoneBy],
    ...reverts.map((one): Told => ['reverted', revertText(one, says)]),
    ...mailTroubles(emails?.events).map((trouble): Told => ['mail', trouble]),
  ];
}

/** What went wrong with a mail, and for whom. */
export const mailTroubles = (events: Parameters<typeof troublesIn>[0] = []): string[] =>
  troublesIn(events).map(({ kind, addresses }) => `${kind}: ${addresses.join(', ')}`);

type Revert = NonNullable<RunFacts['run']['reverts']>[number];

export const revertText = (
  { importId, batch, by, startedDate, ...counts }: Revert,
  says: RunMessages,
): string => says.reverted({ importId, batch, by, at: startedDate }, says.answer.undoneCounts(counts));

/** Repairs and rows that were left out are part of the answer; the format and the ignored columns are details. */
function ofReading({ run: { warnings = [], notes: [format, ...notes] = [] } }: RunFacts): Told[] {
  const isPlain = (note: string) => note.startsWith('Ignored');
  const plain = [...(format === undefined ? [] : [format]), ...notes.filter(isPlain)];
  return [
    ...warnings.map(({ text }): Told => ['warning', text]),
    ...notes.filter((note) => !isPlain(note)).map((note): Told => ['note', note]),
    ...plain.map((note): Told => ['readAs', note]),
  ];
}

function ofFiles({ run, files: { plan, result, undoReport } = {} }: RunFacts, says: RunMessages): Told[] {
  return [
    ['plan', run.approval ? says.plan(planName(run.approval.plan), plan?.place ?? '') : undefined],
    ['resultSheet', result?.place],
    ['undoReport', undoReport?.place],
    ['calls', callsText(run, says)],
    ['version', run.versionId],
    ['fingerprint', run.sha256 ?? undefined],
  ];
}

/** The calls of the service. */
export function callsText({ usage }: Pick<RunFacts['run'], 'usage'>, says: RunMessages = english): string {
  return says.calls(usage.dryRuns, usage.furtherDryRuns, usage.imports);
}
