import { beforeEach } from 'vitest';
import { startService, type Credentials, type Service } from './service.ts';

export const client = (records: object[], lookup = 'email') => ({ schema: 'client', lookup, records });

/** A service with one site, both new for each test, and what tests of imports do there. */
export function importsOnASite() {
  let service: Service;
  let site: Credentials & { siteId: string };
  beforeEach(async () => {
    service = startService();
    site = await service.newSite();
  });

  const run = async (recordSets: object[], options: object = {}) => {
    const imported = await service.importAll(site, recordSets, options);
    service.advance(1000);
    return imported;
  };

  return {
    get service() {
      return service;
    },
    get site() {
      return site;
    },
    run,
    outcomes: async (recordSets: object[], options: object = {}) => {
      const { preview } = await run(recordSets, options);
      return preview?.outcomes.map(([, outcome]) => outcome);
    },
    users: async (fields = ['name', 'email']) => {
      const { body } = await service.call('getUsers', site, { sort: 'oldest', fields });
      return body['items'] as Record<string, unknown>[];
    },
  };
}
