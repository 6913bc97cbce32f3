import type { Answer } from '@sluice/client';
import type { ErrorCode } from '@sluice/contract';
import type { Phase } from '@sluice/ledger';

/** The result of a call of `import`: every answer and every way of having none. */
export type Observation =
  'importId' | `refused:${ErrorCode}` | 'intermediary' | 'notSent' | 'maybeSent' | 'unreadable';

/**
 * `refused`: the service will never take these records. `parked`: it did not take them, and may later. `ambiguous`: it may
 * or may not have taken them.
 */
export type Meaning = 'accepted' | 'refused' | 'parked:rejected' | 'parked:not_sent' | 'ambiguous';

/**
 * An answer from something in front of the service can be waited out in a dry run. For a real import it leaves open whether
 * the service acted (invariant 3).
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
  // An ok without an importId breaks the interface.
  return answer.kind === 'ok' ? 'unreadable' : answer.kind;
}

/** The importId of any answer, even a refusal: none is ever dropped (invariant 4). */
export function importIdOf(answer: Answer<'import'>): string | undefined {
  const importId = importIdIn(answer);
  return importId === '' || importId === null ? undefined : importId;
}

function importIdIn(answer: Answer<'import'>): string | null | undefined {
  if (answer.kind === 'ok') return answer.output.importId;
  return answer.kind === 'refused' || answer.kind === 'unreadable' ? answer.importId : undefined;
}

/** For the ledger: never the service's message, which may quote a cell. */
export function reasonOf(answer: Answer<'import'>): string {
  if (answer.kind === 'refused') return `the service answered ${answer.code}`;
  if (answer.kind === 'intermediary')
    return `something in front of the service answered HTTP ${answer.httpStatus}`;
  if (answer.kind === 'noAnswer')
    return answer.sent === 'no' ? 'the service could not be reached' : 'no answer came back';
  return importIdOf(answer) === undefined ? 'the answer could not be read' : 'accepted';
}
