import { counted } from '@sluice/contract/words';
import { planName, type Choice } from '@sluice/ledger';
import type { RunJson } from '@sluice/ledger/views';

export type EventData = NonNullable<RunJson['timeline']>[number]['data'];

/** What the event is about, and who caused it. */
export function eventWords(data: EventData = {}): string[] {
  const {
    status,
    choice,
    notice,
    kind,
    detail,
    addresses = [],
    importId,
    blockedBy,
    by,
    reason,
    plan,
    objects,
    record,
  } = data;
  const who = by === undefined ? undefined : `by ${by}`;
  const facts = [
    status,
    choice && choiceWords[choice],
    notice?.state,
    kind,
    detail,
    ...addresses,
    importId,
    blockedBy && `for run ${blockedBy}`,
    plan && `plan ${planName(typeof plan === 'string' ? { sha256: plan } : plan)}`,
    objects === undefined ? undefined : counted(objects, 'object'),
    record && `record ${record.slice(0, 16)}`,
    who,
    reason,
  ];
  return facts.filter((fact) => fact !== undefined);
}

/** What a person decided about a batch. */
export const choiceWords: Record<Choice, string> = {
  attach: 'attached to the import',
  landed: 'counted as written',
  notApplied: 'not applied',
  sendAgain: 'send again',
};
