import { listed, mailOf, type Block, type Fact } from './letter.ts';
import type { Mail } from './mail.ts';
import { number, oneLine, shortened, time } from './words.ts';

/** All that the mail of one migration says. */
export interface MigrationFacts {
  readonly migrationId: string;
  readonly name: string;
  readonly status: string;
  readonly scheduledAt: string;
  readonly startedBy: string;
  readonly dryRun: boolean;
  readonly reason?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly finishedAt?: string | undefined;
  readonly steps: readonly StepFacts[];
  /** Runs that wait for a person, while the migration waits for them. */
  readonly waiting?: readonly string[] | undefined;
  readonly undo?: { readonly by: string; readonly counts: Readonly<Record<string, number>> } | undefined;
}

export interface StepFacts {
  /** Its name, or where its files are. */
  readonly title: string;
  readonly source: string;
  readonly status: string;
  readonly counts?: Readonly<Record<string, number>> | undefined;
  readonly reason?: string | undefined;
  readonly runs: readonly StepRunFacts[];
}

export interface StepRunFacts {
  readonly runId: string;
  readonly fileName: string;
  readonly status: string;
  readonly resultPlace?: string | undefined;
}

const runsShown = 20;
const longestLine = 300;
const idInSubject = 8;

const headlines: Readonly<Record<string, string>> = {
  succeeded: 'every step succeeded',
  partly: 'only a part of it was imported',
  failed: 'it failed',
  undone: 'it was undone',
  skipped: 'it was skipped',
  tooLate: 'it was too late to start',
  cancelled: 'it was cancelled',
};

/** The one mail of a migration: how it ended, and each step with its counts and where to look; or that it waits for a person. */
export function composeMigrationMail(facts: MigrationFacts): Mail {
  const { name, migrationId, status, waiting, dryRun } = facts;
  const ending = `${dryRun ? 'dry run, nothing was written: ' : ''}${headlines[status] ?? status}`;
  const headline = waiting === undefined ? ending : 'it needs your decision';
  return mailOf({
    subject: `Migration ${name}: ${headline} (${migrationId.slice(0, idInSubject)})`,
    blocks: [
      { kind: 'paragraph', text: `Migration ${name}: ${headline}.` },
      ...paragraph(facts.reason && `The reason: ${facts.reason}`),
      ...waitingBlocks(waiting),
      ...undoBlocks(facts),
      ...facts.steps.flatMap(stepBlocks),
      { kind: 'facts', title: 'The migration', facts: migrationFacts(facts) },
    ],
  });
}

const paragraph = (text: string | undefined): Block[] =>
  text === undefined || text === '' ? [] : [{ kind: 'paragraph', text }];

function waitingBlocks(waiting: MigrationFacts['waiting']): Block[] {
  if (waiting === undefined) return [];
  const items = waiting.map((runId) => `npx sluice run ${runId}`);
  return [
    {
      kind: 'list',
      title: 'It continues once you have decided on these runs',
      ...listed(items, { inAll: items.length, atMost: runsShown }),
    },
  ];
}

function undoBlocks({ undo }: MigrationFacts): Block[] {
  if (undo === undefined) return [];
  const { reversed = 0, kept = 0, failed = 0 } = undo.counts;
  const facts: Fact[] = [
    { name: 'put back', value: number(reversed), numeric: true },
    { name: 'kept, as somebody changed them since', value: number(kept), numeric: true },
    { name: 'failed; the undo report of each run says why', value: number(failed), numeric: true },
  ];
  return [{ kind: 'facts', title: 'Records of the undo', facts }];
}

const stepWords: Readonly<Record<string, string>> = {
  waiting: 'not started',
  running: 'under way',
  partly: 'partly imported',
  empty: 'no file, which is allowed',
};

function stepBlocks({ title, source, status, counts = {}, reason, runs }: StepFacts, at: number): Block[] {
  const told = Object.entries(counts).filter(([, count]) => count !== 0);
  const facts: Fact[] = [
    ...(source === title ? [] : [{ name: 'from', value: source }]),
    { name: 'ended', value: stepWords[status] ?? status },
    ...told.map(([name, count]) => ({ name, value: number(count), numeric: true })),
    ...(reason === undefined ? [] : [{ name: 'reason', value: reason }]),
  ];
  const block: Block = { kind: 'facts', title: `Step ${at + 1}: ${oneLine(title)}`, facts };
  if (runs.length === 0) return [block];
  const lines = runs.map(({ runId, fileName, status: ended, resultPlace }) =>
    shortened(
      oneLine(`${fileName}: ${ended}, run ${runId}${resultPlace === undefined ? '' : `, ${resultPlace}`}`),
      longestLine,
    ),
  );
  const title2 = runs.length === 1 ? 'Its run' : 'Its runs';
  return [
    block,
    { kind: 'list', title: title2, ...listed(lines, { inAll: lines.length, atMost: runsShown }) },
  ];
}

function migrationFacts(facts: MigrationFacts): Fact[] {
  const { name, scheduledAt, startedBy, startedAt, finishedAt, migrationId, undo } = facts;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['name', name],
    ['due', time(scheduledAt)],
    ['started by', startedBy],
    ['undone by', undo?.by],
    ['began', startedAt && time(startedAt)],
    ['ended', finishedAt && time(finishedAt)],
    ['id', migrationId],
  ];
  return lines.flatMap(([label, value]) => (value === undefined ? [] : [{ name: label, value }]));
}

/** Of a migration's file that cannot be used: where it is wrong, and what was expected. */
export function composeRefusedMigrationMail({
  name,
  why,
}: {
  readonly name: string;
  readonly why: string;
}): Mail {
  return mailOf({
    subject: `Migration ${shortened(oneLine(name), 80)}: its file cannot be used`,
    blocks: [
      { kind: 'paragraph', text: why },
      {
        kind: 'paragraph',
        text: 'It has no schedule until the file is correct. Correct it and upload it again.',
      },
    ],
  });
}
