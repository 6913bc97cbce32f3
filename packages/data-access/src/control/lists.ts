import { ApiError, idInput, listFields, listItemFields } from '@sluice/contract';
import * as z from 'zod';
import { listNamed } from '../operations/create-list-items.ts';
import { writePlanned, type Plan } from '../operations/together.ts';
import { answerOf } from '../records/answer-record.ts';
import { claimValues } from '../records/claims.ts';
import { newRecord, nextVersion, type Writing } from '../records/fields.ts';
import { lookupKey } from '../records/lookup.ts';
import { listItemKind, type StoredRecord } from '../store/record.ts';
import type { LookupEntry } from '../store/store.ts';
import {
  controlOperation,
  recordState,
  siteOperation,
  type ControlServices,
  writingOf,
} from './operation/control-operation.ts';
import { pageInput, pageOfRecords, recordList } from './page.ts';
import { named } from './texts.ts';

/** A list is named by its id, or by its name in any case and spacing. */
const ofList = { siteId: idInput, listId: idInput };

export const createList = siteOperation({
  does: 'creates a list; no other list of the site may have its name',
  input: z.strictObject({ siteId: idInput, name: named }),
  run: async ({ siteId, name }, services, act) => {
    const id = services.newId();
    const writing = writingOf(act, services);
    return writePlanned(services, { siteId, ...act }, async () => {
      const claim = await claimName({ siteId, name, id }, services);
      const record = newRecord({ kind: 'list', id: claim.id }, { name }, writing);
      return {
        writes: [{ record, replaces: null }],
        replaced: [],
        ...withClaim(claim),
        answer: { listId: claim.id },
      };
    });
  },
  concerns: async ({ siteId }, services, result) => result && listState(services, siteId, result.listId),
});

export const renameList = controlOperation({
  does: 'renames a list; its items stay',
  input: z.strictObject({ ...ofList, name: named }),
  run: async ({ siteId, listId, name }, services, act) => {
    const writing = writingOf(act, services);
    return writePlanned(services, { siteId, ...act }, async () => {
      const list = await listNamed(services, siteId, listId);
      const claim = await claimName({ siteId, name, id: list.id }, services);
      // Another request is creating a list with that name. The next try sees it.
      if (claim.id !== list.id) return undefined;
      return { ...replacing(list, { fields: { name } }, writing), ...withClaim(claim) };
    });
  },
  concerns: stateOfList,
});

/** The list is only marked as deleted, like any record. */
export const deleteList = controlOperation({
  does: 'deletes a list: it and its items are no longer returned, and its name can be used again',
  input: z.strictObject(ofList),
  run: async ({ siteId, listId }, services, act) => {
    const writing = writingOf(act, services);
    return writePlanned(services, { siteId, ...act }, async () => {
      const list = await listNamed(services, siteId, listId);
      return { ...replacing(list, { deleted: true }, writing), required: [], entries: [] };
    });
  },
  concerns: stateOfList,
});

export const listLists = recordList({
  does: 'lists the lists of a site, oldest first',
  kind: 'list',
  order: 'oldest',
  itemOf: (list) => answerOf(listFields, list, Object.keys(listFields)),
});

export const listListItems = controlOperation({
  does: 'lists the items of a list, oldest first; listId is its id or its name',
  input: z.strictObject({ ...ofList, ...pageInput }),
  run: async ({ siteId, listId, ...page }, services) => {
    const { id } = await listNamed(services, siteId, listId);
    const itemOf = (item: StoredRecord) => answerOf(listItemFields, item, Object.keys(listItemFields));
    return pageOfRecords(services, siteId, { kind: listItemKind(id), order: 'oldest', itemOf, ...page });
  },
});

const listState = (services: ControlServices, siteId: string, id: string) =>
  recordState(services, siteId, { kind: 'list', id });

/** After the act its name may be another, but not its id. */
async function stateOfList(
  { siteId, listId }: { readonly siteId: string; readonly listId: string },
  services: ControlServices,
  result?: { readonly listId: string },
) {
  return listState(services, siteId, result?.listId ?? (await listNamed(services, siteId, listId)).id);
}

/** Claims a name. A new list takes the id of the claim: another request may have claimed the name first. */
async function claimName(
  { siteId, name, id }: { siteId: string; name: string; id: string },
  { store }: ControlServices,
): Promise<LookupEntry> {
  const key = lookupKey('list', 'name', name);
  if (!key) throw new ApiError('invalid_request', 'name: expected a name that is not blank.');
  const [claim] = await claimValues(store, siteId, [{ key, id }]);
  if (claim?.kind === 'taken' && claim.record.id !== id)
    throw new ApiError('invalid_request', 'name: expected a name that no other list of this site has.');
  return { key, id: claim?.kind === 'free' ? claim.id : id };
}

const withClaim = (claim: LookupEntry) => ({ required: [], entries: [claim], held: [claim] });

function replacing(list: StoredRecord, next: Parameters<typeof nextVersion>[1], writing: Writing) {
  const record = nextVersion(list, next, writing);
  const answer = { listId: list.id };
  return { writes: [{ record, replaces: list }], replaced: [list], answer } satisfies Partial<Plan<object>>;
}
