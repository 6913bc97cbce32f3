import { ApiError, userFields, type ParsedInput } from '@sluice/contract';
import { applied, changesOf, diffOf, newRecord, nextVersion, type Writing } from '../records/fields.ts';
import { anyUse } from '../records/use.ts';
import { newEntries } from '../records/lookup.ts';
import { zip } from '../store/lists.ts';
import { callWriter } from '../store/calls.ts';
import { orderedId } from '../store/ids.ts';
import type { RecordWrite, StoredRecord } from '../store/record.ts';
import { callerOf, type Call, type Operation } from '../operation.ts';
import { writePlanned, type Plan } from './together.ts';

type SavedUser = ParsedInput<'saveUsers'>['users'][number];
type Answer = { id: string; updatedDate: string }[];

/** Saves all users or none (invariant 16). A user whose values are already stored is not written. */
export const saveUsers: Operation<'saveUsers'> = {
  run: async ({ users }, call) => {
    checkIds(users);
    const saved = await writePlanned(call.services, { ...call, ...callerOf('saveUsers', call) }, () =>
      planUsers(users, call),
    );
    return { users: saved };
  },
};

function checkIds(users: readonly SavedUser[]): void {
  const first = new Map<string, number>();
  for (const [at, { id }] of users.entries()) {
    if (id === undefined) continue;
    const earlier = first.get(id);
    if (earlier !== undefined) {
      throw new ApiError(
        'invalid_request',
        `users[${at}].id: expected another id than that of users[${earlier}].`,
      );
    }
    first.set(id, at);
  }
}

async function planUsers(users: readonly SavedUser[], call: Call): Promise<Plan<Answer>> {
  const { siteId, requestId, services } = call;
  const [stored] = await Promise.all([storedUsers(users, call), checkRoles(users, call)]);
  const date = services.now();
  const writing = { writer: callWriter(requestId), importId: null, date: date.toISOString() };

  const results = users.map((user, at) => {
    const before = stored[at];
    return before
      ? update(before, user, writing)
      : create(user, orderedId(date, `${siteId} ${requestId}`, at), writing);
  });
  const writes = results.flatMap(({ write }) => (write ? [write] : []));
  return {
    writes,
    replaced: results.flatMap(({ before, write }) => (before && write ? [before] : [])),
    required: [],
    entries: results.flatMap(({ write, before }) => (write ? newEntries(write.record, before, anyUse) : [])),
    answer: results.map(({ record }) => ({ id: record.id, updatedDate: record.updatedDate })),
  };
}

interface Saved {
  readonly record: StoredRecord;
  readonly before: StoredRecord | undefined;
  readonly write: RecordWrite | undefined;
}

function create({ id: _id, ...values }: SavedUser, id: string, writing: Writing): Saved {
  const fields = applied({ userType: 'client' }, changesOf(userFields, values));
  const record = newRecord({ kind: 'user', id }, { userType: 'client', ...fields }, writing);
  return { record, before: undefined, write: { record, replaces: null } };
}

function update(before: StoredRecord, { id: _id, ...values }: SavedUser, writing: Writing): Saved {
  const changes = changesOf(userFields, values);
  if (Object.keys(diffOf(userFields, before.fields, changes)).length === 0) {
    return { record: before, before, write: undefined };
  }
  const record = nextVersion(before, { fields: applied(before.fields, changes) }, writing);
  return { record, before, write: { record, replaces: before } };
}

async function storedUsers(
  users: readonly SavedUser[],
  { siteId, services }: Call,
): Promise<(StoredRecord | undefined)[]> {
  const refs = users.flatMap(({ id }) => (id === undefined ? [] : [{ kind: 'user', id }]));
  const found = await services.store.records.getMany(siteId, refs);
  const byId = new Map(zip(refs, found).map(([{ id }, record]) => [id, record]));
  return users.map(({ id }, at) => {
    if (id === undefined) return undefined;
    const record = byId.get(id);
    if (record && !record.deleted) return record;
    throw new ApiError(
      'not_found',
      `users[${at}].id: expected the id of a user of this site that is not deleted.`,
    );
  });
}

async function checkRoles(users: readonly SavedUser[], { siteId, services }: Call): Promise<void> {
  const ids = [...new Set(users.flatMap(({ roleIds }) => roleIds ?? []))];
  const refs = ids.map((id) => ({ kind: 'role', id }));
  const roles = await services.store.records.getMany(siteId, refs);
  const unknown = new Set(ids.filter((_, at) => roles[at]?.deleted !== false));
  const at = users.findIndex(({ roleIds }) => roleIds?.some((id) => unknown.has(id)));
  if (at >= 0) {
    throw new ApiError(
      'invalid_request',
      `users[${at}].roleIds: expected ids of roles, as getRoles answers them.`,
    );
  }
}
