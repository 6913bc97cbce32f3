import { expect, it } from 'vitest';
import { limits } from '@sluice/contract';
import { aRecord, asNew } from '../testing/builders.ts';
import { startService } from '../testing/service.ts';

/** 300 users of some 30 KB each: 9 MB, where an answer of AWS Lambda ends at 6. */
const large = Array.from({ length: 300 }, (_, n) =>
  aRecord(n, {
    fields: {
      name: `U${n}`,
      userType: 'professional',
      roleIds: Array.from({ length: 1000 }, (__, role) => `role ${n} ${role}`.padEnd(26, '0')),
    },
  }),
);

it.each(['newest', 'oldest', 'updated'])(
  'a page, %s first, ends before its answer is too large to be sent, and the next goes on from there',
  async (sort) => {
    const service = startService();
    const site = await service.newSite();
    await service.services.store.records.write(site.siteId, large.map(asNew));
    const seen: string[] = [];
    let cursor: unknown;
    let pages = 0;
    do {
      const input = { limit: 1000, sort, ...(cursor !== undefined && { cursor }) };
      const { body, response } = await service.call('getUsers', site, input);
      expect(Buffer.byteLength(response.body)).toBeLessThan(limits.pageBytes + 10_000);
      expect(body['hasMore']).toBe(body['nextCursor'] !== undefined);
      seen.push(...(body['items'] as { id: string }[]).map(({ id }) => id));
      cursor = body['nextCursor'];
      pages += 1;
    } while (cursor !== undefined && pages < 20);
    const ids = large.map(({ id }) => id);
    expect(seen).toEqual(sort === 'oldest' ? ids : ids.toReversed());
    expect(pages).toBeGreaterThan(2);
  },
);

it('a page is as long as asked where the fields asked for are short', async () => {
  const service = startService();
  const site = await service.newSite();
  await service.services.store.records.write(site.siteId, large.map(asNew));
  const { body } = await service.call('getUsers', site, { limit: 1000, fields: ['name'] });
  expect(body['items']).toHaveLength(300);
  expect(body['hasMore']).toBe(false);
});
