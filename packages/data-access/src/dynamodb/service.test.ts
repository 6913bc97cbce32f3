import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../testing/emulator.ts';
import { startService, type Service } from '../testing/service.ts';
import { runImport } from '../import/run-import.ts';
import { createDynamoStore } from './index.ts';

let emulator: Emulator;
let service: Service;

beforeAll(async () => {
  emulator = await startEmulator('service');
  service = startService(createDynamoStore({ client: emulator.client, table: 'service' }));
});
afterAll(() => emulator.stop());

const client = (records: object[], lookup = 'email') => ({ schema: 'client', lookup, records });

describe('the service over DynamoDB', () => {
  it('answers a key or an id that no table could hold as one that nobody has', async () => {
    const site = await service.newSite();
    for (const apiKey of ['\ud800', 'k'.repeat(3000)]) {
      expect(await service.call('checkCredentials', { ...site, apiKey })).toMatchObject({
        code: 'unauthorized',
      });
    }
    for (const id of ['\ud800', '\u0000']) {
      expect(await service.call('getUser', site, { id })).toMatchObject({ code: 'invalid_request' });
    }
    expect(service.faults).toEqual([]);
  });

  it('imports 2,000 records, finds them unchanged, and pages through them', async () => {
    const site = await service.newSite();
    const records = Array.from({ length: 2000 }, (_, n) => ({
      email: `u${n}@x.org`,
      name: `User ${n % 50}`,
      username: `u${n}`,
    }));
    expect((await service.importAll(site, [client(records)])).preview?.counts.created).toBe(2000);
    expect((await service.importAll(site, [client(records)])).preview?.counts.unchanged).toBe(2000);
    const changes = records.map(({ email }, n) => ({ email, cellPhone: `0151 ${n}` }));
    expect((await service.importAll(site, [client(changes)])).preview?.counts.updated).toBe(2000);
    for (const sort of ['newest', 'oldest', 'updated']) {
      const seen = new Set<string>();
      let cursor: unknown;
      do {
        const { body } = await service.call('getUsers', site, {
          sort,
          limit: 700,
          fields: ['email'],
          ...(cursor !== undefined && { cursor }),
        });
        for (const { email } of body['items'] as { email: string }[]) seen.add(email);
        cursor = body['nextCursor'];
      } while (cursor !== undefined);
      expect(seen.size).toBe(2000);
    }
  });

  it('ends with one record of each value that 8 imports create at once', async () => {
    const site = await service.newSite();
    for (let n = 0; n < 8; n += 1) {
      const records = Array.from({ length: 30 }, (_, at) => ({
        email: `u${(n + at) % 40}@x.org`,
        name: `From ${n}`,
      }));
      await service.call('import', site, { recordSets: [client(records)] });
    }
    const messages = service.messages.splice(0);
    await Promise.all(messages.map((message) => runImport(message, service.services)));
    for (const { importId } of messages)
      expect((await service.status(site, importId)).status).toBe('success');
    const { body } = await service.call('getUsers', site, { limit: 1000, fields: ['email'] });
    const emails = (body['items'] as { email: string }[]).map(({ email }) => email);
    expect(emails.toSorted()).toEqual([...new Set(emails)].toSorted());
    expect(emails).toHaveLength(37);
  });

  it('saves list items once, and all of them, when six requests bring the same ones at once (invariant 16)', async () => {
    const site = await service.newSite();
    await service.importAll(site, [{ schema: 'list', lookup: 'name', records: [{ name: 'Towns' }] }]);
    const items = Array.from({ length: 40 }, (_, n) => ({
      title: `Town ${n}`,
      ...(n % 2 === 0 && { code: `C${n}` }),
    }));
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => service.call('createListItems', site, { listId: 'Towns', items })),
    );
    const ids = answers.map(({ body }) => (body['items'] as { id: string }[]).map(({ id }) => id));
    expect(new Set(ids.map((each) => each.join())).size).toBe(1);
    expect(new Set(ids[0]).size).toBe(40);
  });
});
