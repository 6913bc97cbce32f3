import { checkNewRecord, limits, reasonOf, schemaTitle, type FieldProblem } from '@sluice/contract';
import { isCustomizable } from '../records/custom-fields.ts';
import { applied, diffOf, newRecord, nextVersion, type Changes, type Writing } from '../records/fields.ts';
import { lookupKey } from '../records/lookup.ts';
import { jsonBytes } from '../store/json-bytes.ts';
import type { Fields, Kind, StoredRecord } from '../store/record.ts';
import type { LookupKey } from '../store/store.ts';
import { unmetBy } from './expected.ts';
import type { Planned, PlanStep } from './plan.ts';
import { idsText, referenceProblem, referencesOf, withIds } from './references.ts';
import type { ImportRecord, ImportSet } from './import-request.ts';
import type { SiteView } from './site-view.ts';

export interface Situation {
  readonly set: ImportSet;
  readonly record: ImportRecord;
  readonly kind: Kind;
  readonly view: SiteView;
  readonly newId: string;
  readonly writing: Writing;
}

/** Plans one record against the current view of the site: the step to take, or every problem. */
export function decide(situation: Situation): Planned {
  const { set, record, writing } = situation;
  const matches = matchesOf(situation);
  const [match, ...others] = matches;
  if (others.length > 0) return refused(record, [severalProblem(set, matches)]);
  const planned = match ? decidePresent(situation, match) : decideAbsent(situation);
  // A record that already has the values is as good as written, so that a repeat does no harm.
  if (planned.kind === 'step' && planned.step.action === 'unchanged') return planned;
  const outcome = unmetBy(record, { match, planned }, writing.importId ?? '');
  return outcome ? { kind: 'unmet', outcome, match } : planned;
}

function decidePresent(situation: Situation, match: StoredRecord): Planned {
  const { set, record, view } = situation;
  const { userType } = set.schema;
  if (userType !== undefined && match.fields['userType'] !== userType) {
    const type = String(match.fields['userType']);
    const reason = reasonOf('other_type', { id: match.id, type, wanted: userType });
    return refused(record, [{ field: set.lookup, ...reason }]);
  }
  if (record.deletes) return deletion(situation, match);
  // The lookup value may be spelled differently. It finds the record and does not change it.
  const { [set.lookup]: _, ...given } = record.changes;
  const changes = changed(diffOf(set.schema.fields, match.fields, withIds(set, given, view)));
  const fields = applied(match.fields, changes);
  const problems = [...checkChanges(situation, changes, match.id), ...sizeProblems(set, fields)];
  if (problems.length > 0) return refused(record, problems);
  if (Object.keys(changes).length === 0) return stepOf(situation, { action: 'unchanged', match, changes });
  const after = nextVersion(match, { fields }, situation.writing);
  return stepOf(situation, { action: 'update', match, changes, after });
}

function decideAbsent(situation: Situation): Planned {
  const { set, record, kind, view, newId, writing } = situation;
  // Deleting a record that does not exist counts as unchanged, so a repeat does no harm.
  if (record.deletes) return stepOf(situation, { action: 'unchanged', changes: {} });
  if (set.lookup === 'id') {
    return refused(record, [{ field: 'id', ...reasonOf('id_unknown', { schema: schemaTitle(set.schema) }) }]);
  }
  const { userType } = set.schema;
  const named = withIds(set, record.changes, view);
  const given = userType === undefined ? named : { ...named, userType };
  const changes = applied({}, given);
  const problems = [
    ...checkNewRecord(set.schema, changes),
    ...checkChanges(situation, changes, newId),
    ...sizeProblems(set, changes),
  ];
  if (problems.length > 0) return refused(record, problems);
  return stepOf(situation, {
    action: 'create',
    changes,
    after: newRecord({ kind, id: newId }, changes, writing),
  });
}

function deletion(situation: Situation, match: StoredRecord): Planned {
  const after = nextVersion(match, { deleted: true }, situation.writing);
  return stepOf(situation, { action: 'delete', match, changes: {}, after });
}

/** The record with the id, or those that have the lookup value. */
function matchesOf({ set, record, kind, view }: Situation): readonly StoredRecord[] {
  if (set.lookup === 'id') {
    const match = view.get({ kind, id: String(record.lookupValue) });
    return match ? [match] : [];
  }
  const key = lookupKey(kind, set.lookup, record.lookupValue);
  return key ? view.find(key) : [];
}

interface Step {
  readonly action: PlanStep['action'];
  readonly match?: StoredRecord;
  readonly changes: Changes;
  readonly after?: StoredRecord;
}

function stepOf({ record, kind, view }: Situation, { action, match, changes, after }: Step): Planned {
  const { number, set } = record;
  const id = (after ?? match)?.id ?? null;
  const first = id === null || !view.isTouched({ kind, id });
  return {
    kind: 'step',
    step: { number, set, action, kind, id, before: match ?? null, changes, first },
    after,
  };
}

function refused({ number, set, record }: ImportRecord, problems: readonly FieldProblem[]): Planned {
  return { kind: 'refused', problems: problems.map((problem) => ({ number, set, record, ...problem })) };
}

const namedAtMost = 5;

function severalProblem({ lookup }: ImportSet, matches: readonly StoredRecord[]): FieldProblem {
  return {
    field: lookup,
    ...reasonOf('several_records', { count: matches.length, ids: idsText(matches, namedAtMost) }),
  };
}

/** Custom fields can exceed a table item; the contract's own fields never do. */
function sizeProblems({ schema }: ImportSet, fields: Fields): FieldProblem[] {
  if (!isCustomizable(schema.collection)) return [];
  const bytes = jsonBytes(fields);
  if (bytes <= limits.recordBytes) return [];
  return [{ field: 'record', ...reasonOf('too_large', { bytes, most: limits.recordBytes }) }];
}

const changed = (diff: ReturnType<typeof diffOf>): Changes =>
  Object.fromEntries(Object.entries(diff).map(([name, [, next]]) => [name, next]));

/** Referenced records must exist, and unique values must be unique. */
function checkChanges({ set, record, kind, view }: Situation, changes: Changes, id: string): FieldProblem[] {
  // Checks the given values, since `changes` may have ids in place of names.
  const given = Object.entries(record.changes).filter(([field]) => field in changes);
  const missing = referencesOf(set, Object.fromEntries(given)).flatMap(
    (reference) => referenceProblem(view, reference) ?? [],
  );
  const taken = uniqueKeys(set, kind, changes)
    .filter((key) => view.find(key).some((record) => record.id !== id))
    .map(({ field }) => ({ field, ...reasonOf('not_unique', { schema: schemaTitle(set.schema) }) }));
  // A list may refer to several unknown records; one line is enough.
  return [...new Map([...missing, ...taken].map((problem) => [problem.field, problem])).values()];
}

export function uniqueKeys({ schema }: ImportSet, kind: Kind, changes: Changes): LookupKey[] {
  return Object.entries(changes).flatMap(([field, value]) => {
    const key = schema.fields[field]?.unique ? lookupKey(kind, field, value) : undefined;
    return key ? [key] : [];
  });
}
