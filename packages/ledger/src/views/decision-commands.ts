import { planName } from '../run/approval.ts';
import type { Plan } from '../run/schemas.ts';
import type { OpenDecision } from './run-view.ts';

/** What a person who has to decide is told, in a mail and on a terminal. */
export interface DecisionWords {
  /** One line for each batch: what is known of it, and how to find its import in the service. */
  readonly batches: readonly string[];
  /** What can be said of a batch, and the command that says it. */
  readonly commands: readonly (readonly [when: string, command: string])[];
}

/** The commands that answer a run which asks for approval. The plan is named, so that nobody approves another one than they have seen. */
export function approvalWords(
  runId: string,
  plan: Plan,
): readonly (readonly [when: string, command: string])[] {
  return [
    ['it shall be written', `sluice approve ${runId} --plan ${planName(plan)}`],
    ['it shall not', `sluice cancel ${runId}`],
    ['what it would do, row by row', `sluice run ${runId} --plan plan.csv`],
  ];
}

export function decisionWords(runId: string, open: readonly OpenDecision[]): DecisionWords {
  const [only, another] = open;
  const batch = only !== undefined && another === undefined ? String(only.batch) : 'N';
  const decide = `sluice decide ${runId} --batch ${batch}`;
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
      [`it shall be sent, once more or at last${from}`, `${decide} --send-again`],
    ],
  };
}

function batchLine(runId: string, { batch, rows, importId, sentAt }: OpenDecision): string {
  const sent = sentAt === null ? '' : `, sent ${sentAt}`;
  const known = importId === null ? 'no importId came back' : `its last known import is ${importId}`;
  const count = rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`;
  return `batch ${batch} (${count}${sent}): ${known}; in the service its name holds "[run ${runId} batch ${batch}"`;
}
