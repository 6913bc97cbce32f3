import { hasImportEnded, planName, type OpenDecision, type Plan } from '@sluice/ledger';
import type { Action } from '../blocks/blocks.ts';
import { run as english, type RunMessages } from '../messages/run.ts';

type Says = RunMessages['decide'];

/** The commands to answer a request for approval. They name the plan, so that people approve only the one that they have seen. */
export const approvalActions = (runId: string, plan: Plan, { act: says }: RunMessages): Action[] => [
  { label: says.approve, command: `npx sluice approve ${runId} --plan ${planName(plan)}` },
  { label: says.refuse, command: `npx sluice cancel ${runId}` },
];

/** With more batches, the reader decides on all of them at once. */
const mostSingle = 3;

/** Each possible decision on a batch. */
export function decisionActions(
  runId: string,
  open: readonly OpenDecision[],
  { decide: says }: RunMessages,
): Action[] {
  const decide = `npx sluice decide ${runId}`;
  const single = open.slice(0, mostSingle).flatMap((one) =>
    actionsOf(one, decide, says).map(({ label, command }) => ({
      label: open.length === 1 ? says.ofOnlyBatch(label) : says.ofBatch(one.batch, label),
      command,
    })),
  );
  const from = fromText(open, says);
  const all = [
    { label: says.allLanded(from), command: `${decide} --landed` },
    { label: says.noneApplied(from), command: `${decide} --not-applied` },
    { label: says.allAgain(from), command: `${decide} --send-again` },
  ];
  return open.length > 1 ? [...single, ...all] : single;
}

function actionsOf(one: OpenDecision, decide: string, says: Says): Action[] {
  const batch = `${decide} --batch ${one.batch}`;
  const from = fromText([one], says);
  return [
    { label: says.attach(one.importId !== null), command: `${batch} --attach IMPORT_ID` },
    { label: says.landed(from), command: `${batch} --landed` },
    { label: says.notApplied(from), command: `${batch} --not-applied` },
    { label: says.sendAgain(from), command: `${batch} --send-again` },
  ];
}

/** From when on the answer can no longer arrive. */
function fromText(open: readonly OpenDecision[], says: Says): string {
  const quiet = open
    .map(({ quietUntil }) => quietUntil ?? '')
    .toSorted()
    .at(-1);
  return quiet === undefined || quiet === '' ? '' : says.from(quiet);
}

/** A line for each batch: what is known about it, and how to find its import in the service. */
export function batchLines(
  runId: string,
  open: readonly OpenDecision[],
  { decide: says }: RunMessages = english,
): string[] {
  return open.map((one) => {
    const { batch, rows, importId, sentAt } = one;
    const known = importId === null ? says.noImport : says.lastImport(importId);
    const what = hasImportEnded(one) ? says.importEnded(importId ?? '') : known;
    return [says.batch(batch, rows, sentAt), what, says.nameInService(runId, batch)].join(' ');
  });
}
