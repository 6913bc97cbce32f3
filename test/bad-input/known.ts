import * as z from 'zod';
import { textIn, unique, type Caller } from '../conformance/caller.ts';
import { given } from '../conformance/given.ts';
import type { Known } from './bases.ts';

const outcomes = z.object({ outcomes: z.array(z.tuple([z.int(), z.string(), z.string()])) });

export async function known(site: Caller): Promise<Known & { readonly otherKey: string }> {
  const listName = `List ${unique()}`;
  const { importId, preview = '' } = await site.imported([
    { schema: 'client', lookup: 'email', records: [{ email: `${unique()}@example.org`, name: 'Ada' }] },
    { schema: 'issue', lookup: 'identifier', records: [{ identifier: unique(), title: 'A leak' }] },
    { schema: 'role', lookup: 'name', records: [{ name: unique() }] },
    { schema: 'list', lookup: 'name', records: [{ name: listName }] },
  ]);
  const [userId = '', issueId = '', roleId = ''] = outcomes
    .parse(JSON.parse(preview))
    .outcomes.map(([, , id]) => id);
  const keyOf = async (caller: Caller): Promise<string> =>
    textIn((await caller.page('getDocuments', { limit: 1 })).items[0] ?? {}, 'key');
  const other = site.as(given(site.given.otherSite, 'a token of another site'));
  return {
    userId,
    issueId,
    roleId,
    listName,
    importId,
    key: await keyOf(site),
    templateId: given(site.given.templateId, 'a form'),
    otherKey: await keyOf(other),
  };
}
