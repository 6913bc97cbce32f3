import { ApiError, failure, success, type Meta } from '@sluice/contract';
import { authenticate, refusalOf } from '../api/credentials.ts';
import { envelope } from '../api/envelope.ts';
import { noRate } from '../records/rate.ts';
import { readBody, type ApiRequest, type ApiResponse, type ReadBody } from '../api/request.ts';
import { listAuditEvents } from './audit-events.ts';
import type { Act } from './audit/record-act.ts';
import type { ControlOperation, ControlServices } from './operation/control-operation.ts';
import {
  declareCustomField,
  listCustomFields,
  renameCustomField,
  retireCustomField,
} from './custom-fields.ts';
import { listDeliveries, redeliver, testWebhook } from './deliveries.ts';
import { finishDocument, listDocuments, saveDocument, startDocument } from './documents.ts';
import { listForms, saveForm, updateForm } from './forms.ts';
import { getImport, getRevert, listImports, previewImport, revertImport, runImport } from './imports.ts';
import { listChanges } from './list-changes.ts';
import { createList, deleteList, listListItems, listLists, renameList } from './lists.ts';
import { listResponses, saveResponses } from './responses.ts';
import { listWrites } from './list-writes.ts';
import { eraseRecord } from './erase/erase-record.ts';
import { recordHistory } from './record-history.ts';
import { createSite, listSites, updateSite } from './sites.ts';
import { createToken, findToken, listTokens, updateToken } from './tokens.ts';
import { verifyValues } from './verify-values.ts';
import { createWebhook, getWebhook, listWebhooks, updateWebhook } from './webhooks.ts';

export const controlOperations = {
  createSite,
  updateSite,
  listSites,
  createToken,
  listTokens,
  findToken,
  updateToken,
  createList,
  renameList,
  deleteList,
  listLists,
  listListItems,
  saveDocument,
  startDocument,
  finishDocument,
  listDocuments,
  saveForm,
  updateForm,
  listForms,
  saveResponses,
  listResponses,
  listImports,
  getImport,
  previewImport,
  runImport,
  revertImport,
  getRevert,
  recordHistory,
  listChanges,
  verifyValues,
  listWrites,
  eraseRecord,
  declareCustomField,
  listCustomFields,
  renameCustomField,
  retireCustomField,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  listDeliveries,
  redeliver,
  testWebhook,
  listAuditEvents,
} as const satisfies Record<string, ControlOperation>;

const byName: ReadonlyMap<string, ControlOperation> = new Map(Object.entries(controlOperations));
/** What the flow may do and ask, only about the site of its token. */
const undoByName: typeof byName = new Map(
  Object.entries({ revertImport, getRevert, recordHistory, listChanges }),
);

export interface ControlRequest extends ApiRequest {
  /** The principal by IAM. */
  readonly caller?: string;
}

/** Answers a request to the control panel, or to `/undo`, in the envelope of the interface. */
export async function dispatchControl(
  request: ControlRequest,
  services: ControlServices,
): Promise<ApiResponse> {
  const requestId = services.newId();
  const started = services.now().getTime();
  const name = request.path.split('/').at(-1) ?? '';
  const meta = (): Meta => ({
    requestId,
    duration: Math.max(0, services.now().getTime() - started),
    rateLimitLimit: noRate.limit,
    rateLimitRemaining: noRate.remaining,
  });
  try {
    const act = { requestId, operation: name, by: request.caller ?? 'local', from: request.sourceIp };
    return envelope(success(await run(act, request, services), meta()));
  } catch (thrown) {
    const error = panelError(thrown);
    if (error.code === 'server_error')
      services.report({ requestId, operation: name, cause: error.cause ?? error });
    if (error.code === 'unauthorized') {
      const refused = { code: error.code, operation: name, body: readBody(request.body, controlBodyBytes) };
      services.refused?.(refusalOf(request, refused));
    }
    return envelope(failure(error, meta()));
  }
}

/** Operators read what to do about an item of a newer version. Any other fault is only in the log. */
function panelError(thrown: unknown): ApiError {
  const isNewerFormat = thrown instanceof Error && 'code' in thrown && thrown.code === 'newer_format';
  if (!isNewerFormat) return ApiError.from(thrown);
  return new ApiError('server_error', thrown.message, { cause: thrown });
}

async function run(act: Act, request: ApiRequest, services: ControlServices): Promise<object> {
  // Only these very paths: IAM lets the flow call `/undo/`, and no other spelling of it may lead to the panel.
  const [, area] = /^\/(control|undo)\/[^/]*$/.exec(request.path) ?? [];
  const isUndo = area === 'undo';
  const known = isUndo ? undoByName : byName;
  const operation = known.get(act.operation);
  if (!operation || area === undefined || request.method !== 'POST') {
    const expected = `POST /${isUndo ? 'undo' : 'control'}/<operation>, one of: ${[...known.keys()].join(', ')}`;
    throw new ApiError('not_found', `Expected ${expected}.`);
  }
  const body = readBody(request.body, controlBodyBytes);
  if (body.unreadable) throw body.unreadable;
  // The panel has no common fields: `apiKey` names the token to act on, not the caller's.
  const input = isUndo
    ? { ...body.own, siteId: await siteOfToken(request, body, services) }
    : { ...body.common, ...body.own };
  return operation.run(input, services, act);
}

async function siteOfToken(
  request: ApiRequest,
  body: ReadBody,
  { store, now }: ControlServices,
): Promise<string> {
  const token = await authenticate(store.access, { request, body, now: now() });
  if (token instanceof ApiError) throw token;
  if (token.permission === 'write') return token.siteId;
  throw new ApiError('unauthorized', 'An undo needs a token with write permission; this one may read.');
}

/** Room for the largest document in base64 and its description. */
const controlBodyBytes = 5_900_000;
