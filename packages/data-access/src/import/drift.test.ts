import { limits } from '@sluice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { client, onASite } from '../testing/on-a-site.ts';

const { service, call, run, overtaken } = onASite();
const saveUsers = async (...users: object[]) => {
  service.advance(1000);
  return call('saveUsers', { users });
};

let ids: string[];
beforeEach(async () => {
  const emails = ['a', 'b', 'c', 'd'].map((name) => ({ email: `${name}@x.org`, name }));
  ids = (await run([client(emails)])).preview?.outcomes.map(([, , id]) => id ?? '') ?? [];
});

const recordSets = [
  client([
    { email: 'a@x.org', name: 'Ada' },
    { email: 'b@x.org', name: 'Bo' },
    { email: 'c@x.org', name: 'c' },
    { email: 'd@x.org', deleted: true },
    { email: 'e@x.org', name: 'Ed' },
  ]),
];

describe('an import after a dry run of the same record sets', () => {
  it('names each record that was changed in between, and the reason', async () => {
    const dry = await run(recordSets, { dryRun: true });
    const [a, b, c, d] = ids;
    await saveUsers(
      { id: a, name: 'Ava' },
      { id: b, email: 'other@x.org' },
      { id: c, name: 'See' },
      { id: d, email: 'gone@x.org' },
      { email: 'd@x.org', name: 'Dora' },
      { email: 'e@x.org', name: 'Edda' },
    );
    const { status, preview } = await run(recordSets);
    expect(status).toBe('success');
    expect(preview?.drift).toEqual({
      since: dry.importId,
      records: [
        [1, 'updated', 'updated', 'changed'],
        [2, 'updated', 'created', 'gone'],
        [3, 'unchanged', 'updated', 'changed'],
        [4, 'deleted', 'deleted', 'another'],
        [5, 'created', 'updated', 'appeared'],
      ],
      omitted: 0,
    });
  });

  it('does not name a record of which other fields were changed', async () => {
    await run(recordSets, { dryRun: true });
    await saveUsers({ id: ids[0], cellPhone: '1' });
    expect((await run(recordSets)).preview?.drift?.records).toEqual([]);
  });

  it('names the records that prevent it now', async () => {
    const dry = await run(recordSets, { dryRun: true });
    await saveUsers({ email: 'b@x.org', name: 'Bea' });
    const { status, preview } = await run(recordSets);
    expect(status).toBe('invalid');
    const records = [[2, 'updated', 'failed', 'refused']];
    expect(preview?.drift).toEqual({ since: dry.importId, records, omitted: 0 });
  });

  it('is compared with the last of them, until that expires', async () => {
    await run(recordSets, { dryRun: true });
    await saveUsers({ id: ids[0], name: 'Ava' });
    const second = await run(recordSets, { dryRun: true });
    const other = await run([client([{ email: 'x@x.org', name: 'X' }])]);
    expect(other.preview?.drift).toBeUndefined();
    service.advance(limits.dryRunDays * 24 * 3_600_000 - 3000);
    expect((await run(recordSets)).preview?.drift).toEqual({
      since: second.importId,
      records: [],
      omitted: 0,
    });
    service.advance(2000);
    expect((await run(recordSets)).preview?.drift).toBeUndefined();
  });

  it('shortens the list of records, and counts the rest', async () => {
    const many = (name: string) => [
      client(Array.from({ length: 3000 }, (_, n) => ({ email: `u${n}@x.org`, name }))),
    ];
    await run(many('U'));
    await run(many('V'), { dryRun: true });
    await run(many('W'));
    const { drift } = (await run(many('V'))).preview ?? {};
    expect(drift?.records.length).toBeGreaterThan(100);
    expect((drift?.records.length ?? 0) + (drift?.omitted ?? 0)).toBe(3000);
    expect(JSON.stringify(drift?.records).length).toBeLessThanOrEqual(limits.previewDriftBytes + 1);
  });
});

describe('an import that is overtaken between its plan and its writes', () => {
  it('names the records, and shows the values that they finally replaced', async () => {
    const { importId, preview } = await overtaken(recordSets, () =>
      saveUsers({ id: ids[0], name: 'Ava' }, { id: ids[1], name: 'Bo' }, { email: 'e@x.org', name: 'Edda' }),
    );
    expect(preview?.drift).toEqual({
      since: importId,
      records: [
        [1, 'updated', 'updated', 'changed'],
        [2, 'updated', 'unchanged', 'changed'],
        [5, 'created', 'updated', 'appeared'],
      ],
      omitted: 0,
    });
    const changed = preview?.diffs.filter(([number]) => preview.outcomes[number - 1]?.[1] === 'updated');
    expect(changed).toEqual([
      [1, { name: ['Ava', 'Ada'] }],
      [5, { name: ['Edda', 'Ed'] }],
    ]);
  });

  it('reports no drift when nothing changed in between', async () => {
    expect((await overtaken(recordSets, async () => undefined)).preview?.drift).toBeUndefined();
  });
});
