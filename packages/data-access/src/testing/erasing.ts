import { beforeEach, expect } from 'vitest';
import { keysOfValue } from '../records/lookup.ts';
import { startService, type Service, type Site } from './service.ts';

export const receipt = 'a receipt of a person';
export const ana = { email: 'ana@example.com', name: 'Ana Pop', cellPhone: '07 1' };
export const bob = { email: 'bob@example.com', name: 'Bob', cellPhone: '07 2' };
export const clients = (...records: object[]) => [{ schema: 'client', lookup: 'email', records }];

/** A service with a site, from which the tests of one file erase people. */
export function erasing() {
  const world = { service: {} as Service, site: {} as Site };
  const begin = async () => {
    world.service = startService();
    world.site = await world.service.newSite();
  };
  beforeEach(begin);

  const imported = async (...records: object[]) =>
    (await world.service.importAll(world.site, clients(...records))).importId;
  /** Calls until the end. */
  const erase = async (more: object = {}) => {
    let [objects, busy, cursor]: [number, string[], unknown] = [0, [], undefined];
    let left: string[] = [];
    do {
      const input = { siteId: world.site.siteId, record: ' ANA@example.com', receipt, cursor, ...more };
      const { body, message } = await world.service.control('eraseRecord', input);
      expect(message).toBe('');
      objects += Number(body['objects']);
      busy = [...busy, ...(body['busy'] as string[])];
      left = [...left, ...(body['left'] as string[])];
      cursor = body['nextCursor'];
    } while (cursor !== undefined);
    return { objects, busy, ...(left.length > 0 && { left }) };
  };
  /** Every object of imports and webhooks. */
  const kept = async () => {
    const texts: (string | undefined)[] = [];
    for await (const version of world.service.services.erasable!.versions(''))
      texts.push(await world.service.services.erasable!.text(version));
    return texts.join('\n');
  };
  const entriesBy = async (value: string) => {
    const keys = ['user', 'role'].flatMap((kind) => keysOfValue(kind, value));
    return new Set((await world.service.services.store.lookups.find(world.site.siteId, keys)).flat()).size;
  };
  const namesNow = async () => {
    const { body } = await world.service.call('getUsers', world.site, { fields: ['name'] });
    return (body['items'] as { name: string }[]).map(({ name }) => name).toSorted();
  };
  return { world, begin, imported, erase, kept, entriesBy, namesNow };
}
