import { shellWord } from '@sluice/contract/words';
import { dropperText } from '@sluice/ledger';
import type { MigrationJson } from '@sluice/ledger/views';
import {
  actions,
  atTime,
  facts,
  line,
  list,
  mostListed,
  paragraph,
  type Action,
  type Block,
} from '../blocks/blocks.ts';
import { consolePages, linkToPage } from '../blocks/console-pages.ts';
import { migration, type MigrationMessages } from '../messages/migration.ts';
import { run, type RunMessages } from '../messages/run.ts';
import { savedName } from '../run/actions-of-run.ts';
import { reasonLine, reasonList } from '../run/blocks-of-run.ts';
import { countsText } from '../run/counts.ts';
import { mailTroubles } from '../run/facts-of-run.ts';
import { migrationAnswer, stepToRepair, titleOf } from './answer.ts';
import type { MigrationFacts, StepRunFacts } from './facts.ts';
import { repairActions } from './repair.ts';
import { stepText } from './status.ts';

interface Says {
  readonly migration: MigrationMessages;
  readonly run: RunMessages;
}

/** Everything that can be said about a start of a migration, in blocks. */
export function blocksOfMigration(about: MigrationFacts, messages: Says = { migration, run }) {
  const says = messages.migration;
  const { migration: start, waiting } = about;
  const ofSteps = start.steps.map((_, at) => about.runs?.[at] ?? []);
  const runs = ofSteps.flat();
  const failed = ofSteps[stepToRepair(start)] ?? [];
  const undone = start.undo?.counts;
  const warnings = runs.flatMap(({ fileName, warnings: texts = [] }) =>
    texts.map((text) => line(says.fileWarning(fileName, text))),
  );
  return {
    answer: paragraph(migrationAnswer(about, says), 'answer'),
    reason: paragraph(isStatedBy(failed, start.reason) ? undefined : start.reason),
    undone: paragraph(undone && says.undoneCounts({ reversed: 0, kept: 0, failed: 0, ...undone })),
    problems: runs.flatMap((run) => problemBlocks(run, messages)),
    commands: actions(says.title.commands, [
      ...notUndone(runs, says),
      ...(waiting ?? []).map((runId) => ({
        label: says.act.waits,
        link: linkToPage(about.consoleUrl, consolePages.run(runId)),
        command: `npx sluice run ${runId}`,
      })),
      ...(waiting === undefined ? repairActions(about, says) : []),
    ]),
    steps: list(
      says.title.steps,
      start.steps.map((step, at) => stepLine(step, { migration: start, runs: ofSteps[at] ?? [] }, messages)),
      { ...says, most: start.steps.length },
    ),
    files: (hasHistory = true) => actions(says.title.files, filesOf(about, { says, hasHistory })),
    warnings: list(says.title.warnings, warnings, says),
    facts: factsOf(start, says),
  } as const;
}

/** Whether a reason says no more than that of a run, which is shown too. */
const isStatedBy = (runs: readonly StepRunFacts[], reason: string | undefined): boolean =>
  runs.some((run) => run.reason !== undefined && reason?.endsWith(run.reason));

function factsOf(migration: MigrationJson, { title, fact }: MigrationMessages): Block[] {
  const { definitionUpload, undo } = migration;
  return facts(title.migration, [
    [fact.name, migration.name],
    [fact.due, { at: migration.scheduledAt }],
    [fact.startedBy, migration.startedBy],
    [fact.definedBy, definitionUpload && dropperText(definitionUpload)],
    [fact.undoneBy, undo?.by],
    [fact.started, atTime(migration.startedAt)],
    [fact.ended, atTime(migration.finishedAt)],
    ...mailTroubles(migration.mailEvents).map((trouble) => [fact.mail, trouble] as const),
    [fact.id, migration.migrationId],
  ]);
}

/** Why a file of a step did not land whole. */
function problemBlocks({ fileName, sheet, reason, refused }: StepRunFacts, messages: Says): Block[] {
  const says = messages.migration;
  const file = says.file(fileName, sheet);
  const { problems = [], problemsInAll = 0, notAttemptedFor = [] } = refused ?? {};
  return [
    ...paragraph(reason && line(says.fileWarning(file, reason))),
    ...reasonList(line(says.title.problems(file)), problems, { inAll: problemsInAll, says: messages.run }),
    ...list(
      line(says.title.notAttempted(file)),
      notAttemptedFor.map((one) => reasonLine(one, messages.run)),
      says,
    ),
  ];
}

function notUndone(runs: readonly StepRunFacts[], says: MigrationMessages): Action[] {
  return runs
    .filter((run) => (run.notUndone ?? 0) > 0)
    .slice(0, mostListed)
    .map(({ runId, fileName, notUndone: left = 0 }) => ({
      label: line(says.act.notUndone(left, fileName)),
      command: `npx sluice undo ${runId} --report ${shellWord(`undo of ${fileName}`)}`,
    }));
}

/** The file of each run, then the migration itself. */
function filesOf(
  about: MigrationFacts,
  { says, hasHistory }: { readonly says: MigrationMessages; readonly hasHistory: boolean },
): Action[] {
  const { migration, consoleUrl } = about;
  const files = migration.steps.flatMap((step, at) => {
    const title = titleOf(step);
    const known = about.runs?.[at];
    if (known === undefined)
      return step.runIds.map((runId) => ({
        label: line(says.stepNamed(at + 1, title)),
        command: `npx sluice run ${runId}`,
      }));
    return known.map(({ runId, fileName, status, hasPassed, result }) => ({
      label: line(
        says.ofStep(
          at + 1,
          fileName,
          hasPassed === undefined ? says.run[status] : hasPassed ? says.passed : says.notPassed,
        ),
      ),
      link: result?.link?.url,
      command: `npx sluice run ${runId}${result === undefined ? '' : ` --result ${savedName('result', result)}`}`,
    }));
  });
  const history = {
    label: says.act.history,
    link: linkToPage(consoleUrl, consolePages.migration(migration.migrationId)),
    command: `npx sluice migrations ${migration.migrationId}`,
  };
  return [...files.slice(0, mostListed), ...(hasHistory ? [history] : [])];
}

/** `Step 1, Roles (migrations/roles.csv): succeeded. 40 read: 30 created, 10 updated.` */
function stepLine(
  step: MigrationJson['steps'][number],
  { migration, runs }: { readonly migration: MigrationJson; readonly runs: readonly StepRunFacts[] },
  messages: Says,
): string {
  const says = messages.migration;
  const { counts = {}, reason, status } = step;
  const source = says.file(step.source ?? '', step.sheet);
  const read =
    (counts['read'] ?? 0) === 0
      ? ''
      : countsText(counts, migration.dryRun ? says.passed : undefined, messages.run);
  const isTold = reason === undefined || isStatedBy(runs, reason) || migration.reason?.endsWith(reason);
  return line(
    [
      says.ofStep(
        step.number,
        says.titleOf(step.name ?? source, source),
        says.stepCounts(stepText(status, migration.status, says), read),
      ),
      ...(isTold ? [] : [reason]),
    ].join(' '),
  );
}
