import { counted, time } from '@sluice/contract/words';
import { hasImportEnded, planName, type OpenDecision, type Plan } from '@sluice/ledger';

/** The text for a person who has to decide, in a mail and on a terminal. */
export interface DecisionCommands {
  /** One line for each batch: what is known about it, and how to find its import in the service. */
  readonly batches: readonly string[];
  /** Each possible decision on a batch, and its command. */
  readonly commands: readonly (readonly [when: string, command: string])[];
}

/** The commands to answer a request for approval. They name the plan, so that people approve only the one that they have seen. */
export function approvalCommands(
  runId: string,
  plan: Plan,
): readonly (readonly [when: string, command: string])[] {
  return [
    ['Approve', `npx sluice approve ${runId} --plan ${planName(plan)}`],
    ['Refuse', `npx sluice cancel ${runId}`],
    ['See every row', `npx sluice run ${runId} --plan plan.csv`],
  ];
}

/** With more batches, the reader decides on all of them at once. */
const mostSingle = 3;

export function decisionCommands(runId: string, open: readonly OpenDecision[]): DecisionCommands {
  const decide = `npx sluice decide ${runId}`;
  const single = open.slice(0, mostSingle).flatMap((one) => {
    const about = open.length === 1 ? '' : `Batch ${one.batch}: `;
    return commandsOf(one, decide).map(([when, command]) => [`${about}${when}`, command] as const);
  });
  const all = [
    [`All batches: their rows are there${from(...open)}`, `${decide} --landed`],
    [`All batches: none is there${from(...open)}`, `${decide} --not-applied`],
    [`All batches: send them again${from(...open)}; ${overwrites}`, `${decide} --send-again`],
  ] as const;
  return {
    batches: open.map((one) => batchLine(runId, one)),
    commands: open.length > 1 ? [...single, ...all] : single,
  };
}

function commandsOf(one: OpenDecision, decide: string): DecisionCommands['commands'] {
  const batch = `${decide} --batch ${one.batch}`;
  const other = one.importId === null ? 'its import' : 'another import of it';
  return [
    [`${other} is there; put its id in place of IMPORT_ID`, `${batch} --attach IMPORT_ID`],
    [`its rows are there${from(one)}`, `${batch} --landed`],
    [`they are not there${from(one)}`, `${batch} --not-applied`],
    [`send it again${from(one)}; ${overwrites}`, `${batch} --send-again`],
  ];
}

/** What a person should know before a repeat. */
const overwrites = 'this overwrites what others changed since';

/** From when on the answer can no longer arrive. */
function from(...open: readonly OpenDecision[]): string {
  const quiet =
    open
      .map(({ quietUntil }) => quietUntil ?? '')
      .toSorted()
      .at(-1) ?? '';
  return quiet === '' ? '' : ` (from ${time(quiet)} on)`;
}

function batchLine(runId: string, one: OpenDecision): string {
  const { batch, rows, importId, sentAt } = one;
  const sent = sentAt === null ? '' : `, sent ${time(sentAt)}`;
  const ended = hasImportEnded(one) && `Its import ${importId} ended with an error.`;
  const known = importId === null ? 'No import id was received.' : `Its last known import is ${importId}.`;
  return `Batch ${batch} (${counted(rows, 'row')}${sent}). ${ended || known} In the service its name contains "[run ${runId} batch ${batch}".`;
}
