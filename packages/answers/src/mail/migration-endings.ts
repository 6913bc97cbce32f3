import { counted, oneLine, time } from '@sluice/contract/words';
import type { MigrationFacts } from './migration-facts.ts';

/** The texts of the mail for one way that a migration ends. */
interface Ending {
  /** After the name, in the subject. */
  readonly headline: string;
  /** The answer, in the first line. */
  readonly opening: string;
  readonly next: string;
}

type Endings = Readonly<Record<string, (facts: MigrationFacts) => Ending>>;

const repairNext = (what: string, { repair = [] }: Pick<MigrationFacts, 'repair'>): string =>
  repair.length === 0
    ? `${what}, then start the migration again.`
    : `${what}, then use the commands below in their order.`;

const importNext = ({ length }: readonly unknown[]): string =>
  `to import the rows, use the ${length === 1 ? 'command below' : 'commands below in their order'}.`;

function nextTime({ upcoming }: MigrationFacts): string {
  if (upcoming?.isPaused) return 'resume it, if its schedule is to start it again.';
  if (upcoming?.at === undefined) return 'start it by the command below, if it is still wanted.';
  return `nothing. It starts again at ${time(upcoming.at)}. To start it before, use the command below.`;
}

const endings: Endings = {
  succeeded: ({ name, dryRun, repair = [] }) => ({
    headline: 'every step succeeded',
    opening: `Every step of migration ${name} succeeded.`,
    next: dryRun ? importNext(repair) : 'nothing.',
  }),
  partly: (facts) => ({
    headline: `only some rows were imported${whichStep(facts, false)}`,
    opening: `Migration ${facts.name} imported only some rows${whichStep(facts, true)}.`,
    next: repairNext('correct what is wrong', facts),
  }),
  failed: (facts) => ({
    headline: `failed${atStep(facts, false)}`,
    opening: `Migration ${facts.name} failed${atStep(facts, true)}.`,
    next: repairNext('correct what is wrong', facts),
  }),
  failed_and_undone: (facts) => ({
    headline: `failed${atStep(facts, false)} and was undone`,
    opening: `Migration ${facts.name} failed${atStep(facts, true)}. What it had written was undone.`,
    next: repairNext('correct what is wrong', facts),
  }),
  undone: ({ name, undo }) => {
    const { kept = 0, failed = 0 } = undo?.counts ?? {};
    const left = kept + failed;
    return {
      headline: left === 0 ? 'undone' : `undone, but for ${counted(left, 'record')}`,
      opening: `What migration ${name} wrote was undone${left === 0 ? '' : `, but for ${counted(left, 'record')}`}.`,
      next:
        left === 0
          ? 'nothing.'
          : 'find the other records in the undo reports, and change them by hand if needed.',
    };
  },
  skipped: (facts) => ({
    headline: 'skipped',
    opening: `Migration ${facts.name} was skipped. Nothing was written.`,
    next: nextTime(facts),
  }),
  tooLate: (facts) => ({
    headline: 'not started, it was too late',
    opening: `Migration ${facts.name} was not started, since it was too late. Nothing was written.`,
    next: nextTime(facts),
  }),
  cancelled: ({ name }) => ({
    headline: 'cancelled',
    opening: `Migration ${name} was cancelled.`,
    next: 'nothing. What it had written before stays.',
  }),
};

const waits = ({ name, waiting = [] }: MigrationFacts): Ending => ({
  headline: 'needs your decision',
  opening: `Migration ${name} waits for your decision on ${waiting.length === 1 ? 'a run' : `${waiting.length} runs`}.`,
  next: 'decide on each run below. Then the migration continues.',
});

export function migrationEnding(facts: MigrationFacts): Ending {
  const { status, dryRun, name } = facts;
  const unknown = () => ({ headline: status, opening: `Migration ${name}: ${status}.`, next: 'nothing.' });
  const ending = (facts.waiting === undefined ? (endings[status] ?? unknown) : waits)(facts);
  if (!dryRun) return ending;
  return {
    headline: `dry run, nothing was written: ${ending.headline}`,
    opening: `This was a dry run: nothing was written. ${ending.opening}`,
    next: ending.next,
  };
}

/** ` at step 3 of 5`, and the name of the step. */
function atStep(facts: MigrationFacts, isNamed: boolean): string {
  return facts.failedStep === undefined ? '' : ` at ${stepText(facts, isNamed)}`;
}

/** `, step 3 of 5 failed`, and in a text the name of the step, and whether others did not start. */
function whichStep(facts: MigrationFacts, isNamed: boolean): string {
  const { failedStep = 0, steps } = facts;
  const step = steps[failedStep - 1];
  if (step === undefined) return '';
  const what = step.status === 'failed' ? 'failed' : 'lacks some';
  const waiting = steps.filter(({ status }) => status === 'waiting').length;
  const others = isNamed && waiting > 0 ? `, and ${counted(waiting, 'step')} after it did not start` : '';
  return `${isNamed ? ':' : ','} ${stepText(facts, isNamed)} ${what}${others}`;
}

/** `step 3 of 5`, and the name of the step. */
function stepText({ failedStep = 0, steps }: MigrationFacts, isNamed: boolean): string {
  const title = steps[failedStep - 1]?.title ?? '';
  const name = isNamed && title !== '' ? ` (${oneLine(title)})` : '';
  return `step ${failedStep} of ${steps.length}${name}`;
}
