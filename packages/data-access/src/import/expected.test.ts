import { describe, expect, it } from 'vitest';
import { beforeEachCall, dyingAt } from '../testing/dying.ts';
import { client, onASite, set } from '../testing/on-a-site.ts';
import { undoingSite, wrapped, type UndoingSite } from '../testing/undoing.ts';
import { runImport } from '../engine/run-import.ts';

const { service, site, call, run, overtaken, users } = onASite();

const people = async (...names: string[]) => {
  const made = await run([client(names.map((name) => ({ email: `${name}@x.org`, name })))]);
  return made.preview?.outcomes.map(([, , id]) => id ?? '') ?? [];
};
const saveUsers = async (...users: object[]) => {
  service.advance(1000);
  const saved = await call('saveUsers', { users });
  expect(saved.ok).toBe(true);
};
const names = async () => (await users(['name'])).map(({ name }) => name);
const outcomesOf = ({ preview }: Awaited<ReturnType<typeof run>>) => preview?.outcomes.map(([, one]) => one);

const changed = 'record: was changed by somebody else meanwhile';
const recordSets = [
  client([
    { email: 'a@x.org', name: 'Ada' },
    { email: 'b@x.org', name: 'Bo' },
    { email: 'c@x.org', deleted: true },
    { email: 'd@x.org', name: 'Di' },
  ]),
];

describe('an import that names its dry run', () => {
  it('writes what the dry run saw, and names each record that others changed since (invariant 24)', async () => {
    const [a, , c] = await people('a', 'b', 'c');
    const { importId: asInDryRun } = await run(recordSets, { dryRun: true });
    await saveUsers({ id: a, cellPhone: '7' }, { id: c, name: 'Cy' }, { email: 'd@x.org', name: 'Dan' });
    const made = await run(recordSets, { asInDryRun });
    expect(made.status).toBe('error');
    expect(outcomesOf(made)).toEqual(['failed', 'updated', 'failed', 'failed']);
    expect(made.errorMessage).toContain('1 of 4 records were applied');
    expect(made.errorMessage).toContain(`record 1 (set 1, record 1): ${changed}`);
    expect(made.errorMessage).toContain(`record 3 (set 1, record 3): ${changed}`);
    expect(made.errorMessage).toContain('record 4 (set 1, record 4): record: exists already');
    expect(await names()).toEqual(['a', 'Bo', 'Cy', 'Dan']);
  });

  it('holds it at the write too: who writes between the plan and the write is not overwritten (invariant 24)', async () => {
    const [a, b, c] = await people('a', 'b', 'c');
    const { importId: asInDryRun } = await run(recordSets, { dryRun: true });
    const act = () =>
      saveUsers(
        { id: a, name: 'Ann' },
        { id: b, email: 'z@x.org' },
        { id: c, name: 'Cy' },
        { email: 'd@x.org', name: 'Dan' },
      );
    const made = await overtaken(recordSets, act, { asInDryRun });
    expect(outcomesOf(made)).toEqual(['failed', 'failed', 'failed', 'failed']);
    expect(made.errorMessage).toContain('record 2 (set 1, record 2): record: does not exist');
    expect(await names()).toEqual(['Ann', 'b', 'Cy', 'Dan']);
  });

  it('does not write to another record that has got the value meanwhile, and as many versions', async () => {
    const [a, b] = await people('a', 'b');
    await saveUsers({ id: a, cellPhone: '7' });
    const sets = [client([{ email: 'a@x.org', name: 'Ada' }])];
    const { importId: asInDryRun } = await run(sets, { dryRun: true });
    await saveUsers({ id: a, email: 'z@x.org' }, { id: b, email: 'a@x.org' });
    expect(outcomesOf(await run(sets, { asInDryRun }))).toEqual(['failed']);
    expect(await names()).toEqual(['a', 'b']);
  });

  it('takes a record that has the values already for unchanged, so that a repeat does no harm', async () => {
    await people('a', 'b', 'c');
    const { importId: asInDryRun } = await run(recordSets, { dryRun: true });
    await run(recordSets, { asInDryRun });
    const again = await run(recordSets, { asInDryRun });
    expect(again.status).toBe('success');
    expect(new Set(outcomesOf(again))).toEqual(new Set(['unchanged']));
  });

  it('does not take the writes of its earlier sets for those of others', async () => {
    await people('a');
    const sets = [
      client([{ email: 'a@x.org', username: 'ada' }]),
      client([{ username: 'ada', name: 'Ada' }], 'username'),
      client([{ email: 'new@x.org', name: 'New' }]),
      client([{ name: 'New', cellPhone: '1' }], 'name'),
    ];
    const { importId: asInDryRun } = await run(sets, { dryRun: true });
    const made = await run(sets, { asInDryRun });
    expect(outcomesOf(made)).toEqual(['updated', 'updated', 'created', 'updated']);
  });

  it('does not write another record for a name that it refers to (invariant 24)', async () => {
    const roles = await run([set('role', 'name', [{ name: 'Helper' }, { name: 'Owner' }])]);
    const [helper, owner] = roles.preview?.outcomes.map(([, , id]) => id) ?? [];
    const professional = (email: string) => [
      set('role', 'name', [{ name: `Of ${email}` }]),
      set('professional', 'email', [{ email, name: email, roleIds: [`Of ${email}`, 'Helper'] }]),
    ];
    const [one, other] = [professional('p@x.org'), professional('q@x.org')];
    const dryRuns = [await run(one, { dryRun: true }), await run(other, { dryRun: true })];
    const [ofOne, ofOther] = dryRuns.map(({ importId }) => ({ asInDryRun: importId }));
    expect(outcomesOf(await run(one, ofOne))).toEqual(['created', 'created']);
    await run([set('role', 'id', [{ id: helper, name: 'Former' }])]);
    await run([set('role', 'id', [{ id: owner, name: 'Helper' }])]);
    const late = await run(other, ofOther);
    expect(outcomesOf(late)).toEqual(['created', 'failed']);
    expect(late.errorMessage).toContain(`record 2 (set 2, record 1): ${changed}`);
  });

  it('names a record that others change between two of its own sets', async () => {
    const [a] = await people('a');
    const sets = [
      client([{ email: 'a@x.org', username: 'ada' }]),
      client([{ username: 'ada', name: 'Ada' }], 'username'),
    ];
    const { importId: asInDryRun } = await run(sets, { dryRun: true });
    const message = await service.queued(site, sets, { asInDryRun });
    const { store } = service.services;
    let writes = 0;
    const write: typeof store.records.write = async (...written) => {
      const outcome = await store.records.write(...written);
      if ((writes += 1) === 1) await saveUsers({ id: a, name: 'Ann' });
      return outcome;
    };
    const records = { ...store.records, write };
    await runImport(message, { ...service.services, store: { ...store, records } });
    const made = await service.status(site, message.importId);
    expect(outcomesOf(made)).toEqual(['updated', 'failed']);
    expect(await names()).toEqual(['Ann']);
  });

  it.each([
    ['that is not known', async () => 'x'.repeat(26)],
    [
      'of other record sets',
      async () => (await run([client([{ email: 'z@x.org', name: 'Z' }])], { dryRun: true })).importId,
    ],
    ['that was no dry run', async () => (await run(recordSets)).importId],
  ])('is invalid when it names one %s', async (_, named) => {
    await people('a', 'b', 'c');
    const made = await run(recordSets, { asInDryRun: await named() });
    expect(made.status).toBe('invalid');
    expect(made.errorMessage).toContain('asInDryRun: expected the importId of a valid dry run');
  });
});

describe('what a record set expects of its records', () => {
  const expecting = (records: object[], expects: (object | null)[], lookup = 'email') => [
    { ...client(records, lookup), expects },
  ];
  const dates = async () => (await users(['updatedDate'])).map(({ updatedDate }) => updatedDate);

  it('is the date of the version: the record that has another one fails alone', async () => {
    const [a] = await people('a', 'b');
    const [dateOfA, dateOfB] = await dates();
    await saveUsers({ id: a, cellPhone: '7' });
    const records = [
      { email: 'a@x.org', name: 'Ada' },
      { email: 'b@x.org', name: 'Bo' },
    ];
    const sets = expecting(records, [{ updatedDate: dateOfA }, { updatedDate: dateOfB }]);
    const made = await run(sets);
    expect(outcomesOf(made)).toEqual(['failed', 'updated']);
    expect(await names()).toEqual(['a', 'Bo']);
  });

  it('names it in a dry run, which is invalid', async () => {
    const [a] = await people('a');
    const [updatedDate] = await dates();
    await saveUsers({ id: a, cellPhone: '7' });
    const dry = await run(expecting([{ email: 'a@x.org', name: 'Ada' }], [{ updatedDate }]), {
      dryRun: true,
    });
    expect(dry.status).toBe('invalid');
    expect(dry.errorMessage).toContain(changed);
  });

  it('has another date after each write, also of two writes in one millisecond', async () => {
    const [a] = await people('a');
    await saveUsers({ id: a, name: 'Ada' });
    const [updatedDate] = await dates();
    await call('saveUsers', { users: [{ id: a, name: 'Ann' }] });
    const made = await run(expecting([{ email: 'a@x.org', name: 'Amy' }], [{ updatedDate }]));
    expect(outcomesOf(made)).toEqual(['failed']);
  });

  it.each([
    [false, ['skipped', 'created'], 'exists_already', ['a', 'New']],
    [true, ['updated', 'skipped'], 'does_not_exist', ['Ada']],
  ])('may be that it exists: %s', async (exists, outcomes, code, left) => {
    await people('a');
    const records = [
      { email: 'a@x.org', name: 'Ada' },
      { email: 'new@x.org', name: 'New' },
    ];
    const expects = records.map(() => ({ exists, otherwise: 'skip' }));
    for (const dryRun of [true, false]) {
      const made = await run(expecting(records, expects), { dryRun });
      expect(made.success).toBe(true);
      expect(outcomesOf(made)).toEqual(outcomes);
      expect(made.preview?.skipped).toEqual([[outcomes.indexOf('skipped') + 1, code]]);
      expect(made.preview?.counts.skipped).toBe(1);
    }
    expect(await names()).toEqual(left);
  });

  it('may be nothing for some of them', async () => {
    await people('a');
    const records = [
      { email: 'a@x.org', name: 'Ada' },
      { email: 'b@x.org', name: 'Bo' },
    ];
    expect(outcomesOf(await run(expecting(records, [null, { exists: true }])))).toEqual([
      'updated',
      'failed',
    ]);
  });

  it('holds at the write, and when another worker plans again', async () => {
    const [a] = await people('a');
    const [updatedDate] = await dates();
    const sets = expecting([{ email: 'a@x.org', name: 'Ada' }], [{ updatedDate, otherwise: 'skip' }]);
    const made = await overtaken(sets, () => saveUsers({ id: a, name: 'Ann' }));
    expect(made.status).toBe('success');
    expect(outcomesOf(made)).toEqual(['skipped']);
    expect(await names()).toEqual(['Ann']);
  });

  it.each([
    ['too few', [{ exists: true }], 'recordSets[0].expects: expected an entry for each record'],
    ['nothing', [{}, null], 'recordSets[0].expects[0]: expected either exists or updatedDate'],
    [
      'both',
      [{ exists: true, updatedDate: '2026-01-31T09:30:00.000Z' }, null],
      'expected either exists or updatedDate',
    ],
  ])('is refused at once with %s', async (_, expects, message) => {
    const records = [{ email: 'a@x.org' }, { email: 'b@x.org' }];
    expect((await call('import', { recordSets: expecting(records, expects) })).message).toContain(message);
  });
});

describe('an import with expectations that another worker ends', () => {
  const sent: Record<string, (its: UndoingSite) => Promise<object>> = {
    'of its record sets': async ({ service: at, site: on }) => {
      const { body } = await at.call('getUsers', on, { sort: 'oldest', fields: ['updatedDate'] });
      const [a] = body['items'] as { updatedDate: string }[];
      const expects = [
        { updatedDate: a?.updatedDate },
        { updatedDate: '2026-01-31T09:30:00.000Z' },
        { exists: false },
        { exists: true, otherwise: 'skip' },
      ];
      return { recordSets: [{ ...client(records), expects }] };
    },
    'as its dry run found them': async ({ service: at, site: on }) => {
      const sets = [client(records.filter(({ name }) => name === 'Ada' || name === 'New'))];
      const { importId } = await at.importAll(on, sets, { dryRun: true });
      return { recordSets: sets, asInDryRun: importId };
    },
  };
  const records = [
    { email: 'a@x.org', name: 'Ada' },
    { email: 'b@x.org', name: 'Bo' },
    { email: 'n@x.org', name: 'New' },
    { email: 'm@x.org', name: 'Missing' },
  ];

  /** The first worker dies or stalls at one call. Somebody changes the first record before the next worker. */
  async function ended(way: string, expected: string, at: number) {
    const its = await undoingSite();
    const { service: on, site: of, versions } = its;
    const made = await on.importAll(of, [
      client([
        { email: 'a@x.org', name: 'a' },
        { email: 'b@x.org', name: 'b' },
      ]),
    ]);
    on.advance(1000);
    const { recordSets: sets, ...options } = (await sent[expected]?.(its)) as { recordSets: object[] };
    const message = await on.queued(of, sets, options);
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const dying = dyingAt(way === 'dies before' ? at : -at);
    const stalling = beforeEachCall(async (call) => {
      if (call !== at) return;
      reached.resolve();
      await gate.promise;
    });
    const over = way === 'stalls' ? stalling : dying;
    const first = runImport(message, wrapped(on, over.over)).catch(() => undefined);
    await Promise.race([first, reached.promise]);
    const id = made.preview?.outcomes[0]?.[2];
    on.advance(60_000);
    await on.call('saveUsers', of, { users: [{ id, name: 'Ann' }] });
    await runImport(message, on.services);
    gate.resolve();
    await first;
    const { preview } = await on.status(of, message.importId);
    const writers = [...versions.values()]
      .flat()
      .filter(({ writer }) => writer.startsWith(`import ${message.importId}`));
    const written = (number: number) => writers.filter(({ writer }) => writer.endsWith(` ${number}`)).length;
    const { body } = await on.call('getUsers', of, { q: 'a@x.org', fields: ['name'] });
    return {
      calls: over.calls(),
      outcomes: preview?.outcomes.map(([number, outcome]) => [outcome, written(number)]),
      names: (body['items'] as { name: string }[]).map(({ name }) => name),
    };
  }

  it.each(
    Object.keys(sent).flatMap((one) =>
      ['dies before', 'dies after', 'stalls'].map((way) => [one, way] as const),
    ),
  )('%s holds them wherever the first one %s (invariants 23 and 24)', async (expected, way) => {
    const seen = new Set<string | undefined>();
    const { calls } = await ended(way, expected, Infinity);
    expect(calls).toBeGreaterThan(10);
    for (let at = 1; at <= calls; at += 1) {
      const { outcomes = [], names: left } = await ended(way, expected, at);
      const [first, ...others] = outcomes;
      expect(left, `${way} ${at}`).toEqual(['Ann']);
      expect(
        [
          ['updated', 1],
          ['failed', 0],
        ],
        `${way} ${at}`,
      ).toContainEqual(first);
      expect(others, `${way} ${at}`).toEqual(
        others.length === 1
          ? [['created', 1]]
          : [
              ['failed', 0],
              ['created', 1],
              ['skipped', 0],
            ],
      );
      seen.add(first?.[0] as string);
    }
    expect(seen).toEqual(new Set(['failed', 'updated']));
  });
});

describe('a record that an import creates', () => {
  it('is not taken for that of somebody else when the list of an earlier set has another id', async () => {
    const sets = [
      set('list', 'name', [{ name: 'Towns' }]),
      set('ListItem.Towns', 'title', [{ title: 'Dover' }]),
    ];
    const { importId: asInDryRun } = await run(sets, { dryRun: true });
    const made = await run(sets, { asInDryRun });
    expect(outcomesOf(made)).toEqual(['created', 'created']);
  });
});
