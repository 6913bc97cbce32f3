import { counted } from '@sluice/mail/words';
import { planName } from '../run/approval.ts';
import type { Plan } from '../run/schemas.ts';
import type { OpenDecision } from './run-view.ts';

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

export function decisionCommands(runId: string, open: readonly OpenDecision[]): DecisionCommands {
  const [only, another] = open;
  const batch = only !== undefined && another === undefined ? String(only.batch) : 'N';
  const decide = `npx sluice decide ${runId} --batch ${batch}`;
  const quiet =
    open
      .map(({ quietUntil }) => quietUntil ?? '')
      .toSorted()
      .at(-1) ?? '';
  const from = quiet === '' ? '' : `, from ${quiet.slice(0, 19)}Z on`;
  return {
    batches: open.map((one) => batchLine(runId, one)),
    commands: [
      ['its import is in the service', `${decide} --attach IMPORT_ID`],
      [`it is not there${from}`, `${decide} --not-applied`],
      [`send it again${from}`, `${decide} --send-again`],
    ],
  };
}

function batchLine(runId: string, { batch, rows, importId, sentAt }: OpenDecision): string {
  const sent = sentAt === null ? '' : `, sent ${sentAt}`;
  const known = importId === null ? 'no importId was received' : `its last known import is ${importId}`;
  return `batch ${batch} (${counted(rows, 'row')}${sent}): ${known}; in the service its name contains "[run ${runId} batch ${batch}"`;
}
