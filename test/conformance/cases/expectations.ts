import { deepEqual, equal, match } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { headersOf, type Caller } from '../caller.ts';
import { holds, type Case } from '../case.ts';
import {
  ada,
  anEmail,
  clients,
  importedId,
  outcomesOf,
  previewOf,
  saved,
  succeeds,
  userOf,
} from './importing.ts';

/** A client, and what an import would change of it. */
async function changing(site: Caller) {
  const email = anEmail();
  const id = await importedId(site, clients({ email, name: 'Ada' }));
  return { id, recordSets: clients({ email, name: 'Bo' }, ada()) };
}

const expecting = (expects: readonly unknown[], ...records: unknown[]) => [
  { schema: 'client', lookup: 'email', records, expects },
];

/** An extension of the interface. */
export const expectationCases: readonly Case[] = [
  holds(
    'D28',
    'import as in a dry run names what others changed since, and writes the rest',
    async (site) => {
      const { id, recordSets } = await changing(site);
      const { importId: asInDryRun } = await site.imported(recordSets, { dryRun: true });
      await saved(site, { id, homePhone: '7' });
      const made = await site.imported(recordSets, { asInDryRun });
      deepEqual([made.status, outcomesOf(made)], ['error', ['failed', 'created']]);
      match(made.errorMessage ?? '', /record 1 \(set 1, record 1\): record: was changed by somebody else/);
      equal((await userOf(site, id))['name'], 'Ada');
    },
  ),
  holds(
    'D28',
    'import as in a dry run writes what the dry run saw; a repeat changes nothing',
    async (site) => {
      const { recordSets } = await changing(site);
      const { importId: asInDryRun } = await site.imported(recordSets, { dryRun: true });
      deepEqual(outcomesOf(await succeeds(site, recordSets, { asInDryRun })), ['updated', 'created']);
      deepEqual(outcomesOf(await succeeds(site, recordSets, { asInDryRun })), ['unchanged', 'unchanged']);
    },
  ),
  holds('D28', 'import as in a dry run of other record sets is invalid', async (site) => {
    const { recordSets } = await changing(site);
    const { importId: asInDryRun } = await site.imported(clients(ada()), { dryRun: true });
    equal((await site.imported(recordSets, { asInDryRun })).status, 'invalid');
  }),
  holds('D28', 'a record set can expect the date of a record, or that there is none', async (site) => {
    const { id, recordSets } = await changing(site);
    const email = (recordSets[0]?.records[0] as { email: string }).email;
    const { updatedDate } = await userOf(site, id);
    await saved(site, { id, homePhone: '7' });
    const records = [{ email, name: 'Bo' }, ada(), ada()];
    const skip = { otherwise: 'skip' };
    const expects = [{ updatedDate, ...skip }, { exists: false }, { exists: true, ...skip }];
    const made = await succeeds(site, expecting(expects, ...records));
    deepEqual(outcomesOf(made), ['skipped', 'created', 'skipped']);
    equal((await userOf(site, id))['name'], 'Ada');
  }),
  holds('D8', 'all diffs of an import can be read, and have one digest', async (site) => {
    const users = (name: string) =>
      Array.from({ length: 900 }, (_, at) => ({ email: emails[at], name: name.repeat(190) }));
    const emails = Array.from({ length: 900 }, anEmail);
    await succeeds(site, clients(...users('a')));
    const {
      diffs,
      diffsOmitted,
      diffsSha256,
      diffPages = [],
    } = previewOf(await site.imported(clients(...users('b')), { dryRun: true }));
    const all: unknown[] = [...diffs];
    for (const key of diffPages) {
      const body = JSON.stringify({ key });
      const file = await site.send('downloadFile', { headers: headersOf(site.given.token), body });
      all.push(...(JSON.parse(new TextDecoder().decode(file.bytes)) as unknown[]));
    }
    equal(all.length, 900);
    equal(all.length - diffs.length, diffsOmitted);
    equal(createHash('sha256').update(JSON.stringify(all)).digest('hex'), diffsSha256);
  }),
];
