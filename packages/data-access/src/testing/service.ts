import {
  envelopeSchema,
  importStatusSchema,
  previewSchema,
  type ImportStatus,
  type OperationName,
  type Preview,
} from '@sluice/contract';
import type { Mail, Mailer } from '@sluice/answers';
import type { ChangeEvent } from '@sluice/contract/webhooks';
import { dispatch } from '../api/dispatch.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import { dispatchControl } from '../control/dispatch-control.ts';
import type { ControlServices } from '../control/operation/control-operation.ts';
import { runImport } from '../engine/run-import.ts';
import type { RunServices } from '../import/run.ts';
import type { Fault, ImportMessage, RevertMessage, Services } from '../services.ts';
import { orderedId } from '../store/ids.ts';
import { createMemoryStore } from './memory/memory.ts';
import type { Store } from '../store/store.ts';
import { publishingStore } from '../webhooks/publishing-store.ts';
import { createErasableBlobs } from './erasable-blobs.ts';
import { eventsOf, startPublishing } from './publishing.ts';

export { createMemoryStore };

export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

export type Site = Credentials & { readonly siteId: string };

export interface Answered {
  readonly response: ApiResponse;
  readonly body: Record<string, unknown>;
  readonly ok: boolean;
  readonly code: string | undefined;
  readonly message: string;
}

/** The whole service in one process. The test controls the clock, and waiting moves it. */
export function startService(store: Store = createMemoryStore()) {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  let made = 0;
  const messages: ImportMessage[] = [];
  const reverts: RevertMessage[] = [];
  const mails: { to: readonly string[]; mail: Mail }[] = [];
  const faults: Fault[] = [];
  const now = () => new Date(time);
  const newId = () => orderedId(now(), 'test', (made += 1));
  const mailer: Mailer = {
    send: async (to, mail) => {
      mails.push({ to, mail });
      return { kind: 'sent', messageId: String(mails.length) };
    },
  };
  const { blobs, erasable } = createErasableBlobs();
  const publishing = startPublishing({ store, blobs, now });
  const { publisher, deliveries } = publishing;
  const { audit } = publishing.services;
  const services: Services & ControlServices & RunServices = {
    store,
    blobs,
    erasable,
    publisher,
    deliveries,
    audit,
    urlRules: { allowLoopback: false },
    queue: { send: async (message) => void messages.push(message) },
    calls: publishing.calls,
    reverts: { send: async (message) => void reverts.push(message) },
    mailer,
    now,
    newId,
    newSecret: () => `secret ${newId()}`,
    sleep: async (ms) => {
      time += ms;
    },
    signingKey: async () => new TextEncoder().encode('signing key'),
    report: (fault) => void faults.push(fault),
  };

  /** The services for requests, which publish their writes. */
  const withPublishing = () => ({
    ...services,
    store: publishingStore({ store: services.store, publisher, now, newId }),
  });
  const post = async (path: string, request: Partial<ApiRequest>): Promise<Answered> =>
    answered(await dispatch({ ...emptyRequest, path, ...request }, withPublishing()));
  const call = (name: OperationName, credentials: Credentials, input: object = {}): Promise<Answered> =>
    post(`/${name}`, { body: JSON.stringify({ ...pair(credentials), ...input }) });
  const controlText = async (operation: string, body: string): Promise<Answered> => {
    const request = { ...emptyRequest, path: `/control/${operation}`, body, ...operator };
    return answered(await dispatchControl(request, withPublishing()));
  };
  const control = (operation: string, input: object): Promise<Answered> =>
    controlText(operation, JSON.stringify(input));
  const drain = async (): Promise<void> => {
    for (let message = messages.shift(); message; message = messages.shift())
      await runImport(message, services);
  };
  const newSite = async (permission: 'read' | 'write' = 'write'): Promise<Site> => {
    const { siteId } = textFields((await control('createSite', { name: 'Acme', kind: 'demo' })).body);
    const token = textFields((await control('createToken', { siteId, permission })).body);
    return { siteId: siteId ?? '', apiKey: token['apiKey'] ?? '', apiSecret: token['apiSecret'] ?? '' };
  };
  const importAll = async (
    site: Credentials,
    recordSets: object[],
    options: object = {},
  ): Promise<Imported> => {
    const started = await call('import', site, { recordSets, ...options });
    await drain();
    return status(site, String(started.body['importId']));
  };
  /** Sends an import without running it. */
  const queued = async (site: Credentials, recordSets: object[], options: object = {}) => {
    const { message } = await call('import', site, { recordSets, ...options });
    const sent = messages.pop();
    if (!sent) throw new Error(`The import was refused at once: ${message}`);
    return sent;
  };
  const status = async (site: Credentials, importId: string): Promise<Imported> => {
    const { body } = await call('importStatus', site, { importId });
    return importedOf(body['importStatus']);
  };
  /** What webhooks received, including what is published after a delay. */
  const publishedEvents = async (): Promise<ChangeEvent[]> => {
    await publishing.work();
    time += 120_000;
    await publishing.work();
    return eventsOf(publishing.received, 'secret');
  };
  return {
    services,
    publishing,
    publishedEvents,
    messages,
    reverts,
    mails,
    faults,
    audit,
    post,
    call,
    control,
    controlText,
    drain,
    newSite,
    importAll,
    queued,
    status,
    advance: (ms: number) => {
      time += ms;
    },
  };
}

export type Service = ReturnType<typeof startService>;

export type Imported = Omit<ImportStatus, 'preview'> & { readonly preview: Preview | undefined };

/** Only the credentials of the object, since a request refuses unknown fields. */
const pair = ({ apiKey, apiSecret }: Credentials): Credentials => ({ apiKey, apiSecret });

const operator = { caller: 'arn:aws:iam::123456789012:user/ana' };

const emptyRequest: ApiRequest = {
  method: 'POST',
  path: '/',
  query: {},
  headers: {},
  body: '{}',
  sourceIp: '192.0.2.7',
};

function answered(response: ApiResponse): Answered {
  if (typeof response.body !== 'string' || response.body === '') {
    return { response, body: {}, ok: response.status === 200, code: undefined, message: '' };
  }
  const body = envelopeSchema.parse(JSON.parse(response.body));
  const { code, message = '' } = body.ok ? { code: undefined } : body.error;
  return { response, body: { ...body }, ok: body.ok, code, message };
}

const textFields = (body: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

function importedOf(status: unknown): Imported {
  const { preview, ...rest } = importStatusSchema.parse(status);
  return { ...rest, preview: preview ? previewSchema.parse(JSON.parse(preview)) : undefined };
}
