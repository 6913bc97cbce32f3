import { person } from './people.ts';
import type { Site } from './site.ts';

const usersAtOnce = 5_000;

/**
 * Fills a site with users by the store's own writes, 25 a request and eight requests at once, but without the lookup
 * entries that an import would make: pages do not read them.
 */
export async function seed(site: Site, size: number): Promise<void> {
  for (let first = 0; first < size; first += usersAtOnce) {
    const writes = Array.from({ length: Math.min(usersAtOnce, size - first) }, (_, at) => ({
      record: person(first + at, size),
      replaces: null,
    }));
    const outcomes = await site.services.store.records.write(site.siteId, writes);
    if (outcomes.some((outcome) => outcome !== 'written')) throw new Error('A user was not written.');
  }
}
