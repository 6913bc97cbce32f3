import { expect, it } from 'vitest';
import { limits } from '@sluice/contract';
import { recordBytes } from '../search/search.ts';
import { aRecord, asNew } from '../testing/builders.ts';
import { itemsOfPages, onASite, pagesOf } from '../testing/on-a-site.ts';

const { service, site, call } = onASite();

/** 300 users of about 30 KB each: 9 MB, while an answer of AWS Lambda has at most 6 MB. */
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
  'a page, %s first, ends before its answer is too large, and the next one continues',
  async (sort) => {
    await service.services.store.records.write(site.siteId, large.map(asNew));
    const pages = await pagesOf(async (cursor) => {
      const page = await call('getUsers', { limit: 1000, sort, cursor });
      expect(Buffer.byteLength(page.response.body)).toBeLessThan(limits.pageBytes + 10_000);
      return page;
    });
    const seen = pages.flatMap(({ items }) => items.map(({ id }) => id));
    const ids = large.map(({ id }) => id);
    expect(seen).toEqual(sort === 'oldest' ? ids : ids.toReversed());
    expect(pages.length).toBeGreaterThan(2);
  },
);

it('a page has the requested length when the requested fields are short', async () => {
  await service.services.store.records.write(site.siteId, large.map(asNew));
  const { body } = await call('getUsers', { limit: 1000, fields: ['name'] });
  expect(body['items']).toHaveLength(300);
  expect(body['hasMore']).toBe(false);
});

it.each(['newest', 'updated'])(
  'a page, %s first, reads at most 10 MiB of records, and the next one continues',
  async (sort) => {
    const { records } = service.services.store;
    const { siteId } = site;
    await records.write(siteId, [asNew(aRecord(0, { kind: 'template', id: 'form', fields: {} }))]);
    const answers = [{ id: 'q', title: 'Q', text: 'x'.repeat(100_000) }];
    const responses = Array.from({ length: 250 }, (_, n) =>
      aRecord(n, { kind: 'response:form', fields: { templateId: 'form', answers } }),
    );
    await records.write(siteId, responses.map(asNew));
    let read = 0;
    const { scan, getMany } = records;
    records.scan = async function* (...asked) {
      for await (const row of scan(...asked)) {
        read += row.record ? 1 : 0;
        yield row;
      }
    };
    records.getMany = async (...asked) => {
      const found = await getMany(...asked);
      read += found.length;
      return found;
    };
    const seen = await itemsOfPages(
      pagesOf(async (cursor) => {
        read = 0;
        const page = await call('getResponses', { templateId: 'form', limit: 1000, sort, cursor });
        expect(read * 100_000).toBeLessThan(recordBytes + 1_000_000);
        return page;
      }),
    );
    expect(seen.map(({ id }) => id)).toEqual(responses.map(({ id }) => id).toReversed());
    read = 0;
    const none = { templateId: 'form', sort, updatedBefore: 0 };
    expect((await call('getResponses', none)).body['items']).toEqual([]);
    expect(read * 100_000).toBeLessThan(recordBytes + 1_000_000);
  },
);
