import { isDeepStrictEqual } from 'node:util';
import { reasonOf, type UnmetCode } from '@sluice/contract';
import type { Changes } from '../records/fields.ts';
import type { Json, StoredRecord } from '../store/record.ts';
import type { Expected, Foretold, Found, ImportRecord, ImportRequest } from './import-request.ts';
import type { Outcome, Planned, PlanStep } from './plan.ts';
import { stepNumber } from './writers.ts';

/** The request whose records are expected as these steps found them. */
export function asFound(request: ImportRequest, steps: readonly PlanStep[]): ImportRequest {
  const created = new Set(steps.flatMap(({ action, id }) => (action === 'create' ? [id] : [])));
  const found = new Map(
    steps.map((step) => [
      step.number,
      { found: foundBy(step), foretold: { changes: step.changes, created } },
    ]),
  );
  const sets = request.sets.map((set) => ({
    ...set,
    records: set.records.map((record): ImportRecord => {
      const was = found.get(record.number);
      return was === undefined ? record : { ...record, expected: { ...record.expected, ...was } };
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
  { match, planned }: { readonly match: StoredRecord | undefined; readonly planned: Planned },
  importId: string,
): Outcome | undefined {
  const code = expected && (unmetCode(expected, match, importId) ?? otherValues(expected, planned));
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

/** A name in the record may stand for another record by now, though the record itself is as it was. */
function otherValues({ foretold }: Expected, planned: Planned): UnmetCode | undefined {
  const isOther =
    foretold !== undefined && planned.kind === 'step' && !writes(foretold, planned.step.changes);
  return isOther ? 'changed_meanwhile' : undefined;
}

const writes = ({ changes, created }: Foretold, now: Changes): boolean =>
  isDeepStrictEqual(Object.keys(changes).toSorted(), Object.keys(now).toSorted()) &&
  Object.entries(changes).every(([field, value]) => isValue(value, now[field] ?? null, created));

/** A record that the import creates has another id each time. */
function isValue(foretold: Json, now: Json, created: Foretold['created']): boolean {
  if (!Array.isArray(foretold) || !Array.isArray(now))
    return created.has(foretold) || isDeepStrictEqual(foretold, now);
  return (
    foretold.length === now.length && foretold.every((one, at) => isValue(one, now[at] ?? null, created))
  );
}
