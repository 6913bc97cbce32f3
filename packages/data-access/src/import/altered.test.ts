import { describe, expect, it } from 'vitest';
import { aWebhook } from '../testing/builders.ts';
import { client, onASite } from '../testing/on-a-site.ts';
import { runImport } from '../engine/run-import.ts';
import { hashOfRows, textOfSteps, withoutRows } from '../store/rows-text.ts';

const { service, site, call, control, run, erase, overtaken, users } = onASite();

const before = [
  client([
    { email: 'a@x.org', name: 'Ada' },
    { email: 'b@x.org', name: 'Bo' },
  ]),
];
const next = [
  client([
    { email: 'a@x.org', name: 'Ada L.' },
    { email: 'b@x.org', name: 'Bob' },
  ]),
];

/** An import that changed two records, each of which another one had created. */
async function changed(): Promise<string> {
  await run(before);
  return (await run(next)).importId;
}

/** Changes an object of an import where it is stored. */
async function alter(importId: string, name: string, change: (text: string) => string): Promise<void> {
  const { erasable, blobs } = service.services;
  let found = 0;
  for await (const { key } of erasable?.versions('') ?? []) {
    if (!key.includes(importId) || !key.includes(`/${name}`)) continue;
    const text = new TextDecoder().decode((await blobs.get(key))?.bytes);
    await blobs.put(key, change(text), 'application/json');
    expect(change(text), key).not.toBe(text);
    found += 1;
  }
  expect(found).toBe(1);
}
const forge = (text: string): string => text.replace('"Ada"', '"Forged"');

const historyOf = async (record: string) =>
  (await control('recordHistory', { schema: 'client', record })).body['items'] as Record<string, unknown>[];
const undo = async (importId: string, more: object = {}) => {
  const asked = await control('revertImport', { importId, ...more });
  await service.drain();
  const { body } = await control('getRevert', { importId });
  return { asked, revert: body['revert'], records: body['items'] };
};
const names = async () => (await users()).map(({ name }) => name);

describe('values that somebody changed where they are stored (invariant 26)', () => {
  it('history shows the values of an import with their hash, and no value that was changed', async () => {
    const importId = await changed();
    const valuesSha256 = expect.stringMatching(/^[0-9a-f]{64}$/u);
    expect(await historyOf('a@x.org')).toMatchObject([
      { importId, valuesSha256, changes: { name: ['Ada', 'Ada L.'] } },
      { valuesSha256, changes: { name: [null, 'Ada'] } },
    ]);
    await alter(importId, 'plan.json', forge);
    for (const record of ['a@x.org', 'b@x.org']) {
      const [altered, ...others] = await historyOf(record);
      expect(altered).toMatchObject({ importId, altered: true });
      expect(altered).not.toHaveProperty('changes');
      expect(others).toEqual([]);
    }
  });

  it('an undo writes nothing of it, and says why', async () => {
    const importId = await changed();
    await alter(importId, 'plan.json', forge);
    const { revert } = await undo(importId);
    const errorMessage = expect.stringContaining('what is stored of it was changed');
    expect(revert).toMatchObject({ status: 'success', errorMessage, counts: { reversed: 0 } });
    expect(await names()).toEqual(['Ada L.', 'Bob']);
  });

  it.each([
    ['a row that is gone', (text: string) => text.replace(/^.*"Bo".*\n/mu, '').replace(',\n]}', '\n]}')],
    [
      'rows that were swapped',
      (text: string) => {
        const [head, one = '', two = '', tail] = text.split('\n');
        return [head, `${two},`, one.slice(0, -1), tail].join('\n');
      },
    ],
    [
      'a row beside one that was erased',
      (text: string) => {
        const [head, one = '', two = '', tail] = text.split('\n');
        return [head, `${one}${two.replace('"Bo"', '"Forged"')},`, two, tail].join('\n');
      },
    ],
    ['the text of an earlier release', (text: string) => JSON.stringify(JSON.parse(forge(text)))],
  ])('%s is noticed', async (what, change) => {
    const importId = await changed();
    if (what.includes('erased')) await erase('a@x.org');
    await alter(importId, 'plan.json', change);
    expect((await historyOf('a@x.org'))[0]).toMatchObject({ altered: true });
    expect((await undo(importId)).revert).toMatchObject({ status: 'success' });
    expect(await names()).toEqual(['Ada L.', 'Bob']);
  });

  it('a row that says that it was erased, and was not, makes its import altered', async () => {
    const importId = await changed();
    await alter(importId, 'plan.json', (text) => withoutRows(text, (row) => row as object));
    expect((await historyOf('a@x.org'))[0]).toMatchObject({ importId, altered: true });
    expect((await undo(importId)).revert).toMatchObject({ status: 'success', counts: { reversed: 0 } });
    expect(await names()).toEqual(['Ada L.', 'Bob']);
  });

  it('an erased row shows and restores no value that somebody put into it', async () => {
    const importId = await changed();
    await erase('a@x.org');
    expect((await historyOf('b@x.org'))[0]).toMatchObject({ changes: { name: ['Bo', 'Bob'] } });
    await alter(importId, 'plan.json', (text) => {
      const [head, one = '', ...rest] = text.split('\n');
      const row = JSON.parse(one.slice(0, -1)) as { erased: object };
      const forgedRow = { action: 'update', before: { ...row.erased, fields: { name: 'Ada' } } };
      return [head, `${JSON.stringify({ ...row, ...forgedRow })},`, ...rest].join('\n');
    });
    const [shown] = await historyOf('a@x.org');
    expect(shown).toMatchObject({ importId });
    expect(shown).not.toHaveProperty('altered');
    expect(shown).not.toHaveProperty('changes');
    const { records } = await undo(importId);
    expect(records).toMatchObject([{ code: 'values_not_kept' }]);
    expect(await names()).toEqual(['Ada L.', 'Bo']);
  });

  it('steps that were planned again are covered with the plan', async () => {
    await run(before);
    const rival = await service.queued(site, [client([{ email: 'a@x.org', name: 'Rival' }])]);
    const { importId } = await overtaken(next, () => runImport(rival, service.services));
    expect((await historyOf('a@x.org'))[0]).toMatchObject({ changes: { name: ['Rival', 'Ada L.'] } });
    await alter(importId, 'again', (text) => text.replace('"Rival"', '"Forged"'));
    expect((await historyOf('a@x.org'))[0]).toMatchObject({ importId, altered: true });
    expect((await undo(importId)).revert).toMatchObject({ status: 'success' });
    expect(await names()).toEqual(['Ada L.', 'Bob']);
  });

  it('a preview that was changed is no preview, and an undo does not use its outcomes', async () => {
    const importId = await changed();
    await alter(importId, 'preview.json', (text) => text.replace('[1,"updated"', '[1,"unchanged"'));
    expect(await service.status(site, importId)).toMatchObject({ status: 'success', preview: undefined });
    expect(await control('previewImport', { importId })).toMatchObject({ code: 'server_error' });
    expect((await undo(importId)).revert).toMatchObject({ status: 'success' });
  });

  it('an import writes nothing that its dry run did not find', async () => {
    await run(before);
    const dry = await run(next, { dryRun: true });
    await alter(dry.importId, 'plan.json', (text) => text.replace('"version":1', '"version":7'));
    expect(await run(next, { asInDryRun: dry.importId })).toMatchObject({ status: 'invalid' });
    expect(await names()).toEqual(['Ada', 'Bo']);
  });

  it('a worker that finds another plan than the one that was stored writes nothing of it', async () => {
    await run(before);
    const message = await service.queued(site, next);
    const { records, webhooks } = service.services.store;
    await webhooks.create(aWebhook({ siteId: site.siteId, models: [{ model: 'user', fields: null }] }));
    const { write } = records;
    const dies = async () => Promise.reject(new Error('The process dies.'));
    Object.assign(records, { write: dies });
    await expect(runImport(message, service.services)).rejects.toThrow('dies');
    Object.assign(records, { write });
    await alter(message.importId, 'plan.json', (text) => text.replace('"Ada L."', '"Forged"'));
    for (let tries = 0; tries < 5; tries += 1) {
      service.advance(60_000);
      await runImport(message, service.services).catch(() => undefined);
    }
    expect(await service.status(site, message.importId)).toMatchObject({ status: 'error', done: true });
    expect(await names()).toEqual(['Ada', 'Bo']);
  });

  it('a record that is not what its import wrote is named, and the writes before are still shown', async () => {
    await changed();
    const { records } = service.services.store;
    const [{ id } = { id: '' }] = await users(['id']);
    const ref = { kind: 'user', id: String(id) };
    const found = await records.get(site.siteId, ref);
    const get: typeof records.get = async () =>
      found && { ...found, fields: { ...found.fields, name: 'Forged' } };
    Object.assign(records, { get });
    const [altered, created] = await historyOf(ref.id);
    expect(altered).toMatchObject({ altered: true });
    expect(altered).not.toHaveProperty('changes');
    expect(created).toMatchObject({ changes: { name: [null, 'Ada'] } });
  });

  it('an undo that was asked for with another hash is refused at once', async () => {
    const importId = await changed();
    const [{ valuesSha256 } = { valuesSha256: '' }] = await historyOf('a@x.org');
    const { asked } = await undo(importId, { valuesSha256: 'f'.repeat(64) });
    expect(asked).toMatchObject({ code: 'invalid_request' });
    expect(await names()).toEqual(['Ada L.', 'Bob']);
    expect((await undo(importId, { valuesSha256 })).revert).toMatchObject({ status: 'reverted' });
    expect(await names()).toEqual(['Ada', 'Bo']);
  });
});

describe('erased rows (invariant 26)', () => {
  it('what an erase leaves of an import is still proved, and what it erased cannot be guessed', async () => {
    const importId = await changed();
    const [{ valuesSha256 } = { valuesSha256: '' }] = await historyOf('b@x.org');
    await erase('a@x.org');
    expect(await service.status(site, importId)).toMatchObject({ preview: { counts: { updated: 2 } } });
    expect((await historyOf('b@x.org'))[0]).toMatchObject({ valuesSha256, changes: { name: ['Bo', 'Bob'] } });
    // Without this hash, the history of the run would call what was erased altered.
    const [{ changes, altered, ...erased } = {}] = await historyOf('a@x.org');
    expect([erased, changes, altered]).toMatchObject([{ importId, valuesSha256 }, undefined, undefined]);
    const { revert, records } = await undo(importId, { valuesSha256 });
    expect(revert).toMatchObject({ status: 'reverted', counts: { reversed: 1, failed: 1 } });
    expect(records).toMatchObject([{ code: 'values_not_kept' }]);
    expect(await names()).toEqual(['Ada L.', 'Bo']);
    await alter(importId, 'plan.json', (text) => text.replace('"Bo"', '"Forged"'));
    expect((await historyOf('b@x.org'))[0]).toMatchObject({ altered: true });
  });

  it('each row has a salt of its own, which goes with it, and the hash stays', () => {
    const rows = [1, 2, 3].map((number) => ({ number, phone: '07 1' }));
    const text = textOfSteps(rows, 'secret');
    expect(new Set(JSON.parse(text).map(({ salt }: { salt: string }) => salt)).size).toBe(3);
    for (let kept = 0; kept < 8; kept += 1) {
      const isErased = (row: unknown) => (kept & (1 << (row as { number: number }).number)) !== 0;
      const erased = withoutRows(text, (row) => (isErased(row) ? { number: 0 } : undefined));
      expect(hashOfRows(erased)).toBe(hashOfRows(text));
      expect(hashOfRows(withoutRows(erased, () => ({ number: 0 })))).toBe(hashOfRows(text));
      expect(withoutRows(erased, () => ({ number: 0 }))).not.toMatch(/salt|07 1/u);
    }
    expect(hashOfRows(textOfSteps(rows, 'another'))).not.toBe(hashOfRows(text));
  });

  it('erasing one person leaves alone what another import deleted in vain', async () => {
    const { importId } = await run([client([{ email: 'none@x.org', deleted: true }])]);
    await run(before);
    const read = async () => {
      const texts: string[] = [];
      for await (const version of service.services.erasable?.versions('') ?? [])
        if (version.key.includes(importId)) texts.push(`${version.key} ${version.versionId}`);
      return texts;
    };
    const stored = await read();
    await control('eraseRecord', { record: 'a@x.org', receipt: 'a receipt of a person' });
    expect(await read()).toEqual(stored);
  });
});

it('values that an earlier release stored are shown without a hash, and undone', async () => {
  const importId = await changed();
  const { imports } = service.services.store;
  const item = await imports.get(site.siteId, importId);
  if (!item) throw new Error('It is stored.');
  const { stepsSha256: _, outcomesSha256: _o, previewSha256: _p, ...former } = item;
  await imports.update({ ...former, version: item.version + 1 });
  await alter(importId, 'plan.json', (text) => JSON.stringify(JSON.parse(text)));
  const [shown] = await historyOf('a@x.org');
  expect(shown).toMatchObject({ changes: { name: ['Ada', 'Ada L.'] } });
  expect(shown).not.toHaveProperty('valuesSha256');
  expect((await undo(importId)).revert).toMatchObject({ status: 'reverted', counts: { reversed: 2 } });
  expect((await call('getUsers')).ok).toBe(true);
});
