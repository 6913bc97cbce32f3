import { reasonOf, type UnmetCode } from '@sluice/contract';
import type { StoredRecord } from '../store/record.ts';
import type { Expected, Found, ImportRecord, ImportRequest } from './import-request.ts';
import type { Outcome, PlanStep } from './plan.ts';
import { stepNumber } from './writers.ts';

/** The request whose records are expected as these steps found them. */
export function asFound(request: ImportRequest, steps: readonly PlanStep[]): ImportRequest {
  const found = new Map(steps.map((step) => [step.number, foundBy(step)]));
  const sets = request.sets.map((set) => ({
    ...set,
    records: set.records.map((record): ImportRecord => {
      const was = found.get(record.number);
      return was === undefined ? record : { ...record, expected: { ...record.expected, found: was } };
    }),
  }));
  return { ...request, sets };
}

function foundBy({ first, before }: PlanStep): Found {
  if (!first) return 'own';
  return before && { id: before.id, version: before.version };
}

/** The outcome of a record that is not as it is expected. It is not written. Undefined if it is. */
export function unmetBy(
  { number, set, record, expected }: ImportRecord,
  match: StoredRecord | undefined,
  importId: string,
): Outcome | undefined {
  const code = expected && unmetCode(expected, match, importId);
  if (code === undefined) return undefined;
  return {
    number,
    outcome: expected?.otherwise === 'skip' ? 'skipped' : 'failed',
    id: match?.id ?? null,
    problem: { number, set, record, field: 'record', ...reasonOf(code) },
  };
}

function unmetCode(
  { exists, updatedDate, found }: Expected,
  match: StoredRecord | undefined,
  importId: string,
): UnmetCode | undefined {
  if (match === undefined) {
    const wanted = exists === true || updatedDate !== undefined || (found !== undefined && found !== null);
    return wanted ? 'does_not_exist' : undefined;
  }
  if (exists === false) return 'exists_already';
  // Nobody has written the record since an earlier set of the same import did.
  if (stepNumber(match, importId) !== undefined) return undefined;
  if (found === null) return 'exists_already';
  const isSame = found === undefined || (found !== 'own' && isVersion(match, found));
  return isSame && (updatedDate ?? match.updatedDate) === match.updatedDate ? undefined : 'changed_meanwhile';
}

const isVersion = (match: StoredRecord, { id, version }: Pick<StoredRecord, 'id' | 'version'>): boolean =>
  match.id === id && match.version === version;
