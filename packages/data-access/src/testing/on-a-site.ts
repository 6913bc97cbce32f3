import type { OperationName } from '@sluice/contract';
import { beforeEach } from 'vitest';
import { runImport } from '../engine/run-import.ts';
import type { Store } from '../store/store.ts';
import { startService, type Answered, type Service, type Site } from './service.ts';

export const set = (schema: string, lookup: string, records: object[]) => ({ schema, lookup, records });
export const client = (records: object[], lookup = 'email') => set('client', lookup, records);

type Items = Record<string, unknown>[];

/** A service with one site for each test. The two objects stay the same, and each test fills them anew. */
export function onASite(open?: () => Store) {
  const service = {} as Service;
  const site = {} as Site;
  beforeEach(async () => {
    Object.assign(service, startService(open?.()));
    Object.assign(site, await service.newSite());
  });

  const call = (name: OperationName, input: object = {}) => service.call(name, site, input);
  const control = (operation: string, input: object = {}) =>
    service.control(operation, { siteId: site.siteId, ...input });
  const itemsOf = async (answer: Promise<Answered>) => (await answer).body['items'] as Items;
  const run = async (recordSets: object[], options: object = {}) => {
    const imported = await service.importAll(site, recordSets, options);
    service.advance(1000);
    return imported;
  };

  /** Calls until the end. */
  const erase = async (record: string) => {
    const input = { record, receipt: 'a receipt of a person' };
    let cursor: unknown;
    do cursor = (await control('eraseRecord', { ...input, cursor })).body['nextCursor'];
    while (cursor !== undefined);
  };

  /** Imports, and lets another writer act between the plan and its application. */
  const overtaken = async (recordSets: object[], by: () => Promise<unknown>, options: object = {}) => {
    const message = await service.queued(site, recordSets, options);
    const { blobs } = service.services;
    const put: typeof blobs.put = async (key, ...rest) => {
      await blobs.put(key, ...rest);
      if (key.includes(`/${message.importId}/`) && key.endsWith('/plan.json')) await by();
    };
    await runImport(message, { ...service.services, blobs: { ...blobs, put } });
    return service.status(site, message.importId);
  };

  return {
    service,
    site,
    call,
    control,
    itemsOf,
    run,
    erase,
    overtaken,
    outcomes: async (recordSets: object[], options: object = {}) =>
      (await run(recordSets, options)).preview?.outcomes.map(([, outcome]) => outcome),
    users: (fields = ['name', 'email']) => itemsOf(call('getUsers', { sort: 'oldest', fields })),
  };
}

interface Page {
  readonly items: Items;
  readonly hasMore: boolean;
  readonly nextCursor?: string;
}

export async function pagesOf(ask: (cursor: string | undefined) => Promise<Answered>): Promise<Page[]> {
  const pages: Page[] = [];
  for (let page: Page | undefined; page?.hasMore ?? true; pages.push(page)) {
    page = (await ask(page?.nextCursor)).body as unknown as Page;
    if (page.hasMore !== (page.nextCursor !== undefined)) throw new Error('hasMore differs from nextCursor.');
    if (pages.length > 100) throw new Error('The pages do not end.');
  }
  return pages;
}

export const itemsOfPages = async (pages: Promise<Page[]>): Promise<Items> =>
  (await pages).flatMap(({ items }) => items);
