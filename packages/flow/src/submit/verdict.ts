import type { Answer } from '@sluice/client';
import type { ErrorCode } from '@sluice/contract';
import type { Phase } from '@sluice/ledger';

/** What came of a call of `import`, for every answer and non-answer that there can be. */
export type Observation =
  'importId' | `refused:${ErrorCode}` | 'intermediary' | 'notSent' | 'maybeSent' | 'unreadable';

/**
 * What an observation means. `refused`: the service said no to these records, for good. `parked`: it did not take
 * them, and may later; with what is known of the attempt. `ambiguous`: nobody knows whether it took them.
 */
export type Meaning = 'accepted' | 'refused' | 'parked:rejected' | 'parked:not_sent' | 'ambiguous';

/**
 * A dry run changes nothing, so an answer from something in front of the service may be waited out; with a real
 * import behind it, the same answer leaves open whether the service acted (invariant 3).
 */
export const meanings: Record<Observation, Record<Phase, Meaning>> = {
  importId: { dry: 'accepted', real: 'accepted' },
  'refused:invalid_request': { dry: 'refused', real: 'refused' },
  'refused:not_found': { dry: 'refused', real: 'refused' },
  'refused:unauthorized': { dry: 'parked:rejected', real: 'parked:rejected' },
  'refused:too_many_requests': { dry: 'parked:rejected', real: 'parked:rejected' },
  'refused:server_error': { dry: 'ambiguous', real: 'ambiguous' },
  intermediary: { dry: 'parked:rejected', real: 'ambiguous' },
  notSent: { dry: 'parked:not_sent', real: 'parked:not_sent' },
  maybeSent: { dry: 'ambiguous', real: 'ambiguous' },
  unreadable: { dry: 'ambiguous', real: 'ambiguous' },
};

export function observationOf(answer: Answer<'import'>): Observation {
  if (importIdOf(answer) !== undefined) return 'importId';
  if (answer.kind === 'refused') return `refused:${answer.code}`;
  if (answer.kind === 'noAnswer') return answer.sent === 'no' ? 'notSent' : 'maybeSent';
  // An answer that says ok and gives no importId breaks the interface.
  return answer.kind === 'ok' ? 'unreadable' : answer.kind;
}

/** Any importId in the answer, a refusal included: none is ever dropped (invariant 4). */
export function importIdOf(answer: Answer<'import'>): string | undefined {
  const importId = importIdIn(answer);
  return importId === '' || importId === null ? undefined : importId;
}

function importIdIn(answer: Answer<'import'>): string | null | undefined {
  if (answer.kind === 'ok') return answer.output.importId;
  return answer.kind === 'refused' || answer.kind === 'unreadable' ? answer.importId : undefined;
}

/** For the ledger: a code and numbers, never the service's own words, which may quote a cell. */
export function reasonOf(answer: Answer<'import'>): string {
  if (answer.kind === 'refused') return `the service answered ${answer.code}`;
  if (answer.kind === 'intermediary')
    return `something in front of the service answered HTTP ${answer.httpStatus}`;
  if (answer.kind === 'noAnswer')
    return answer.sent === 'no' ? 'the service could not be reached' : 'no answer came back';
  return importIdOf(answer) === undefined ? 'the answer could not be read' : 'accepted';
}
