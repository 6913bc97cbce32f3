import type { Reason } from '@sluice/contract';
import { createMemoryStore, startService } from '@sluice/data-access/testing/service';
import { rowsNamed } from '@sluice/import-plan';

type Fields = Readonly<Record<string, unknown>>;
interface Sent {
  readonly records: readonly Fields[];
  readonly expects?: readonly object[];
}

const set = (schema: string, lookup: string, ...records: Fields[]) => ({ schema, lookup, records });
const clients = (...records: Fields[]) => set('client', 'email', ...records);
const ada = { email: 'ada@example.com', name: 'Ada' };
const wide = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`field${at}`, '']));

/** What the service says of records that a sheet cannot make, or that do not fit what is stored. */
export async function reasonsOfService(): Promise<Reason[]> {
  const store = createMemoryStore();
  let isBusy = false;
  const write: typeof store.records.write = async (siteId, writes) =>
    isBusy ? writes.map(() => 'conflict') : store.records.write(siteId, writes);
  const service = startService({ ...store, records: { ...store.records, write } });
  const site = await service.newSite();
  const refused = async (...recordSets: Sent[]): Promise<Reason[]> => {
    const sent = recordSets.flatMap(({ records }) => records);
    const answer = await service.call('import', site, { recordSets });
    await service.drain();
    const message = answer.ok
      ? ((await service.status(site, String(answer.body['importId']))).errorMessage ?? '')
      : answer.message;
    return rowsNamed(message, { rows: sent.map((_, at) => at + 2), records: sent }).named.slice();
  };
  const custom = { siteId: site.siteId, schema: 'issue', title: 'Remarks', type: 'text' };
  for (const title of Array.from({ length: 90 }, (_, at) => `Remarks ${at}`))
    await service.control('declareCustomField', { ...custom, title });
  const users = ['Ben', 'Bea'].map((name) => ({ name, email: 'home@example.com' }));
  await service.call('saveUsers', site, { users });
  await service.call('saveUsers', site, { users: [{ name: 'Di', email: 'di@example.com' }] });
  await service.call('saveUsers', site, {
    users: [{ name: 'Cy', email: 'cy@example.com', userType: 'professional' }],
  });
  await service.importAll(site, [
    set('role', 'name', { name: 'Nurse' }, { name: 'Clerk' }),
    set('list', 'name', { name: 'Counties' }, { name: 'Towns' }),
    set('interestAccount', 'name', { name: 'No number' }),
  ]);
  const towns = await service.importAll(site, [set('list', 'name', { name: 'Towns' })]);
  const id = towns.preview?.outcomes[0]?.[2];
  const large = Object.fromEntries(
    Array.from({ length: 90 }, (_, at) => [`Remarks ${at}`, '€'.repeat(2000)]),
  );
  const found = [
    ...(await refused(clients({ ...ada, username: 7 }))),
    ...(await refused(clients({ ...ada, name: null }))),
    ...(await refused(clients({ ...ada, isSuspended: 'maybe' }))),
    ...(await refused(set('professional', 'email', { ...ada, roleIds: 'nurse' }))),
    ...(await refused(set('professional', 'email', { ...ada, roleIds: ['x'.repeat(300)] }))),
    ...(await refused(clients({ ...ada, id: 'u1' }))),
    ...(await refused(clients({ ...ada, createdDate: '2026-01-31' }))),
    ...(await refused(clients({ ...ada, surname: 'L' }))),
    ...(await refused(clients({ ...ada, ...wide }))),
    ...(await refused(clients(ada, { ...ada, name: 'Ann' }))),
    ...(await refused(
      set('issue', 'identifier', { identifier: '1', title: 'A', 'Remarks 1': '', 'remarks 1': '' }),
    )),
    ...(await refused(clients({ email: 'new@example.com' }))),
    ...(await refused(set('client', 'id', { id: 'u1', name: 'Ada' }))),
    ...(await refused(clients({ email: 'home@example.com', name: 'B' }))),
    ...(await refused(clients({ email: 'cy@example.com', name: 'Cy' }))),
    ...(await refused(set('professional', 'email', { ...ada, roleIds: ['Nobody'] }))),
    ...(await refused(
      set('issue', 'identifier', { identifier: '1', title: 'A', ownerNumbers: ['No number'] }),
    )),
    ...(await refused(
      set('issue', 'identifier', { identifier: '1', title: 'A', requesterId: 'home@example.com' }),
    )),
    ...(await refused(set('list', 'id', { id, name: 'Counties' }))),
    ...(await refused(
      set('list', 'id', { id, deleted: true }),
      set('ListItem.Towns', 'title', { title: 'Bonn' }),
    )),
    ...(await refused(set('issue', 'identifier', { identifier: '1', title: 'A', ...large }))),
  ];
  const expecting = (expectation: object, record: Fields) =>
    refused({ ...clients(record), expects: [expectation] });
  found.push(
    ...(await expecting(
      { updatedDate: '2026-01-31T09:30:00.000Z' },
      { email: 'di@example.com', name: 'Dia' },
    )),
    ...(await expecting({ exists: false }, { email: 'di@example.com', name: 'Dia' })),
    ...(await expecting({ exists: true }, ada)),
  );
  isBusy = true;
  return [...found, ...(await refused(clients(ada)))];
}
