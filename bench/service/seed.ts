import { inChunks, inParallel } from '@sluice/aws-kit/parallel';
// The shape of an item belongs to the adapter; here its items are written in a shorter way.
import { itemOfRecord } from '../../packages/data-access/src/dynamodb/record-items.ts';
import { putPlain } from '../imports/bare.ts';
import { person } from './people.ts';
import type { Site } from './site.ts';

/** Fills a site with users. It writes without conditions, which is twice as fast, and without lookup entries, which pages do not read. */
export async function seed({ client, table, siteId }: Site, size: number): Promise<void> {
  const numbers = Array.from({ length: size }, (_, n) => n);
  await inParallel(inChunks(numbers, 25), 8, (chunk) =>
    putPlain(
      client,
      chunk.map((n) => ({ ...itemOfRecord(siteId, person(n, size)) })),
      table,
    ),
  );
}
