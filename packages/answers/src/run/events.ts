import { planName } from '@sluice/ledger';
import type { RunJson } from '@sluice/ledger/views';
import { run as english, type RunMessages } from '../messages/run.ts';

type EventData = NonNullable<RunJson['timeline']>[number]['data'];

/** What the event is about, and who caused it. */
export function eventWords(
  data: EventData = {},
  { event: says, choice: choices }: RunMessages = english,
): string[] {
  const { status, choice, notice, kind, detail, addresses = [], importId } = data;
  const { blockedBy, by, reason, plan, objects, record } = data;
  const facts = [
    status,
    choice && choices[choice],
    notice?.state,
    kind,
    detail,
    ...addresses,
    importId,
    blockedBy && says.forRun(blockedBy),
    plan && says.plan(planName(typeof plan === 'string' ? { sha256: plan } : plan)),
    objects === undefined ? undefined : says.objects(objects),
    record && says.record(record.slice(0, 16)),
    by === undefined ? undefined : says.by(by),
    reason,
  ];
  return facts.filter((fact) => fact !== undefined);
}
