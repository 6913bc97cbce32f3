import { createHash } from 'node:crypto';
import {
  ApiError,
  describeLines,
  foldSpace,
  limits,
  operations,
  parseInput,
  problemLine,
  shownName,
  type CustomFieldDefinition,
  type ParsedInput,
  type RecordProblem,
} from '@sluice/contract';
import * as z from 'zod';
import type { Call } from '../operation.ts';
import type { Services } from '../services.ts';
import { findingByAny, TooManyRecords } from '../lookup-fields/find-ever.ts';
import { findRecords, lookupKey } from '../records/lookup.ts';
import type { Caller } from '../store/calls.ts';
import type { ImportItem } from '../store/import-item.ts';
import { allowAddresses, type Sender } from './addresses.ts';
import { importDocuments } from './documents.ts';
import { makePlan } from './make-plan.ts';
import { failuresOf } from './plan.ts';
import { previewOfRefusal } from './preview.ts';
import {
  listsNeeded,
  mayHoldCustomFields,
  readRequest,
  type ImportRequest,
  type RecordSets,
} from './import-request.ts';

/** What starting an import needs. Both the interface and the control panel have it. */
export interface Starting extends Sender, Pick<Call, 'headers' | 'body'> {
  readonly caller: Caller;
  readonly services: Pick<Services, 'store' | 'blobs' | 'queue' | 'now' | 'newId'>;
}

/** How long a refusal may read records to name more problems. */
const findingMs = 5_000;

const idempotencyHeader = 'idempotency-key';
const idempotencyKey = z.string().min(1).max(limits.idempotencyKeyLength);

/** Checks, stores and queues an import. A refused request is stored as `invalid`, and the refusal has its id. */
export async function startImport(input: ParsedInput<'import'>, call: Starting): Promise<ImportItem> {
  const { importId, earlier } = await claimed(call);
  if (earlier) return repeated(earlier, call);
  await allowAddresses(input, call);
  const { recordSets, asInDryRun } = input;
  const declared = await declaredFields(recordSets, call);
  const request = readRequest(recordSets, declared);
  const setProblems = [...request.setProblems, ...(await unknownLists(request, call))];
  const item = newItem({ ...received(call), importId, records: request.records }, input);
  if (setProblems.length + request.problems.length > 0) {
    const found = setProblems.length === 0 ? await foundInStore(request, item, call) : [];
    const problems = [...request.problems, ...found].toSorted((a, b) => a.number - b.number);
    const message = describeLines([...setProblems, ...problems], (problem) =>
      typeof problem === 'string' ? problem : problemLine(problem),
    );
    return repeated(await refuse(item, { message, problems }, call), call);
  }
  await importDocuments(call.services.blobs).putBody(item, {
    recordSets,
    customFields: declared,
    asInDryRun,
  });
  const stored = await created(item, call);
  if (stored !== item) return repeated(stored, call);
  await queue(item, call);
  return item;
}

/** Stores an import. When the same request was faster, it is the import of that one. */
async function created(item: ImportItem, { services }: Starting): Promise<ImportItem> {
  const { imports } = services.store;
  return (await imports.create(item)) ? item : ((await imports.get(item.siteId, item.importId)) ?? item);
}

/**
 * The problems with the site's records of a request that is already refused, so that one refusal names everything. Sets
 * after the first with a problem are not checked, since they may build on its records.
 */
async function foundInStore(
  { sets, problems, ...request }: ImportRequest,
  { importId, createdDate }: ImportItem,
  { siteId, services }: Starting,
): Promise<RecordProblem[]> {
  // The problems are in the order of the sets.
  const last = problems[0]?.set ?? Infinity;
  const known = { ...request, problems, sets: sets.filter(({ set }) => set <= last) };
  // A refusal makes no field one that the site looks up by.
  const { now } = services;
  const store = findingByAny(services.store, { now, until: now().getTime() + findingMs });
  const context = { store, siteId, importId, date: new Date(createdDate) };
  try {
    const { problems: found, unmet } = await makePlan(known, context);
    return [...found, ...failuresOf(unmet)];
  } catch (error) {
    if (error instanceof TooManyRecords) return [];
    throw error;
  }
}

/** The fields that the site has added, read only for record sets that may hold them. */
async function declaredFields(
  recordSets: RecordSets,
  { siteId, services }: Starting,
): Promise<CustomFieldDefinition[]> {
  if (!mayHoldCustomFields(recordSets)) return [];
  return [...(await services.store.customFields.get(siteId)).fields];
}

/** Stores the refusal of a malformed request. Its content is not stored. */
export async function refuseShape(refusal: ApiError, call: Starting): Promise<ApiError> {
  const { importId, earlier } = await claimed(call);
  if (earlier) return refusalOf(earlier);
  const item = newItem(
    { ...received(call), importId, records: 0 },
    { dryRun: call.body['dryRun'] === true, failureNotificationEmails: await failureAddresses(call) },
  );
  return refusalOf(await refuse(item, { message: refusal.message, problems: [] }, call));
}

/** The addresses of a malformed request, if they are allowed: its refusal is about something else. */
async function failureAddresses(call: Starting): Promise<string[] | undefined> {
  try {
    const failureNotificationEmails = parseInput(
      operations.import.input.shape.failureNotificationEmails,
      call.body['failureNotificationEmails'],
    );
    await allowAddresses({ failureNotificationEmails }, call);
    return failureNotificationEmails;
  } catch (error) {
    if (ApiError.from(error).code === 'server_error') throw error;
    return undefined;
  }
}

interface Claimed {
  readonly importId: string;
  /** What an earlier request with this id stored. */
  readonly earlier: ImportItem | undefined;
}

/** A new importId, or that of an earlier request with the same `Idempotency-Key`. */
async function claimed(call: Starting): Promise<Claimed> {
  const newId = call.services.newId();
  const importId = await heldId(newId, call);
  const isNew = importId === newId;
  const { imports } = call.services.store;
  return { importId, earlier: isNew ? undefined : await imports.get(call.siteId, importId) };
}

async function heldId(importId: string, { headers, body, siteId, services }: Starting): Promise<string> {
  const sent = headers[idempotencyHeader];
  if (sent === undefined) return importId;
  const key = idempotencyKey.safeParse(sent);
  if (!key.success) throw new ApiError('invalid_request', 'Idempotency-Key: expected 1 to 255 characters.');
  // What a repetition expects to find does not matter any more: it writes nothing.
  const { asInDryRun: _, ...own } = body as { readonly asInDryRun?: unknown };
  const bodyHash = hashOf(own);
  const now = services.now();
  const expires = Math.floor(now.getTime() / 1000) + limits.idempotencyHours * 3600;
  const claim = { siteId, key: key.data, bodyHash, importId, expires };
  const held = await services.store.access.claimIdempotency(claim, now);
  if (held.bodyHash === bodyHash) return held.importId;
  throw new ApiError(
    'invalid_request',
    'Idempotency-Key: expected a key that no other body was sent with in the last 24 hours.',
  );
}

function hashOf(body: object): string {
  try {
    return createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  } catch (cause) {
    // JSON that can be parsed may be too deep to write: the stack is limited.
    throw new ApiError('invalid_request', 'body: expected lists and objects nested less deeply.', { cause });
  }
}

async function repeated(item: ImportItem, call: Starting): Promise<ImportItem> {
  if (item.refused) throw refusalOf(item);
  // The first request may have died after it stored the import and before it queued it.
  if (item.state === 'new') await queue(item, call);
  return item;
}

const refusalOf = ({ errorMessage, importId }: ImportItem): ApiError =>
  new ApiError('invalid_request', errorMessage ?? 'The import was refused.', { importId });

const received = ({ siteId, caller, services }: Starting) => ({
  siteId,
  caller,
  createdDate: services.now().toISOString(),
});

/** An import before anything was done for it. */
export function newItem(
  facts: Pick<ImportItem, 'siteId' | 'importId' | 'records' | 'createdDate' | 'caller'>,
  input: Partial<ParsedInput<'import'>> = {},
): ImportItem {
  const { successNotificationEmails: successEmails = [], failureNotificationEmails: failureEmails = [] } =
    input;
  return {
    ...facts,
    version: 1,
    state: 'new',
    dryRun: input.dryRun ?? false,
    filename: input.filename ?? null,
    successEmails,
    failureEmails,
    ranDate: null,
    duration: null,
    errorMessage: null,
    owner: null,
    leaseUntil: null,
    queuedDate: facts.createdDate,
    chunksDone: 0,
    plan: null,
    again: [],
    outcomes: [],
    preview: null,
    changeSet: null,
    attempts: 0,
    refused: false,
    notified: successEmails.length + failureEmails.length === 0,
    mailed: 0,
  };
}

async function unknownLists(request: ImportRequest, { siteId, services }: Starting): Promise<string[]> {
  const needed = listsNeeded(request).flatMap(({ set, listName }) => {
    const key = lookupKey('list', 'name', foldSpace(listName));
    return key ? [{ set, listName, key }] : [];
  });
  const keys = needed.map(({ key }) => key);
  const found = await findRecords(services.store, siteId, keys);
  return needed
    .filter((_, at) => found[at]?.length === 0)
    .map(
      ({ set, listName }) =>
        `set ${set}: schema: expected the name of a list of this site after ListItem; not ${shownName(listName)}`,
    );
}

interface Refusal {
  readonly message: string;
  readonly problems: readonly RecordProblem[];
}

async function refuse(item: ImportItem, { message, problems }: Refusal, call: Starting): Promise<ImportItem> {
  const { blobs, now, newId } = call.services;
  const errorMessage = message.slice(0, limits.errorMessageLength + 200);
  const by = newId();
  const preview = previewOfRefusal(item.records, problems);
  const refused: ImportItem = {
    ...item,
    ...(await importDocuments(blobs).putPreview({ ...item, by }, preview)),
    state: 'invalid',
    errorMessage,
    refused: true,
    notified: item.failureEmails.length === 0,
    ranDate: now().toISOString(),
    duration: Math.max(0, now().getTime() - Date.parse(item.createdDate)),
  };
  const stored = await created(refused, call);
  // The worker sends all failure mails.
  if (stored === refused && refused.failureEmails.length > 0) await queue(refused, call);
  return stored;
}

async function queue({ siteId, importId }: ImportItem, { services }: Starting): Promise<void> {
  try {
    await services.queue.send({ v: 1, siteId, importId });
  } catch (cause) {
    throw new ApiError(
      'server_error',
      'The import is kept, and may not have been queued; importStatus queues it again.',
      { importId, cause },
    );
  }
}
