import { randomOf } from '@sluice/demo/random';
import { expect, it } from 'vitest';
import { beforeEachCall } from '../testing/dying.ts';
import { startService } from '../testing/service.ts';
import { wrapped } from '../testing/undoing.ts';
import { client } from '../testing/on-a-site.ts';
import { runImport } from './run-import.ts';

async function play(seed: number): Promise<string | undefined> {
  const random = randomOf(seed);
  const service = startService();
  const site = await service.newSite();
  const { siteId } = site;
  service.advance(seed * 1000);
  const tick = () => service.advance(1 + Math.floor(random.next() * 4));
  const model = new Map<string, string>();
  const emails = Array.from({ length: 4 }, (_, n) => `u${n}@x.org`);
  const sleepers: { go: () => void; ended: Promise<unknown> }[] = [];
  const done: { importId: string; before: [string, string][] }[] = [];
  for (let round = 0; round < 4; round += 1) {
    const rows = emails
      .filter(() => random.next() < 0.6)
      .map((email) =>
        random.next() < 0.25
          ? { email, deleted: true }
          : { email, name: `v${Math.floor(random.next() * 5)}` },
      );
    if (rows.length === 0) continue;
    const message = await service.queued(site, [client(rows)]);
    const before = [...model];
    if (random.next() < 0.8) {
      const gate = Promise.withResolvers<void>();
      const reached = Promise.withResolvers<void>();
      const at = 1 + Math.floor(random.next() * 26);
      const { over } = beforeEachCall(async (n) => {
        tick();
        if (n !== at) return;
        reached.resolve();
        await gate.promise;
      });
      const ended = runImport(message, wrapped(service, over)).catch(() => undefined);
      await Promise.race([reached.promise, ended]);
      sleepers.push({ go: () => gate.resolve(), ended });
    }
    service.advance(60_000);
    await runImport(message, wrapped(service, beforeEachCall(async () => tick()).over)).catch(
      () => undefined,
    );
    const { status } = await service.status(site, message.importId);
    if (status !== 'success') return `import ${round} is ${status}`;
    for (const row of rows)
      if ('deleted' in row) model.delete(row.email);
      else model.set(row.email, row.name);
    done.push({ importId: message.importId, before });
    service.advance(1_000);
    while (sleepers.length > 0 && random.next() < 0.4) {
      const [one] = sleepers.splice(Math.floor(random.next() * sleepers.length), 1);
      one?.go();
      await one?.ended;
    }
  }
  for (const one of sleepers.splice(0)) {
    one.go();
    await one.ended;
  }
  const seen = async () =>
    (
      (
        await service.call('getUsers', site, {
          sort: 'oldest',
          fields: ['email', 'name', 'deleted'],
          limit: 100,
        })
      ).body['items'] as { email: string; name: string; deleted: boolean }[]
    )
      .filter(({ deleted }) => !deleted)
      .map(({ email, name }) => `${email} ${name}`)
      .toSorted();
  const texts = (state: Iterable<[string, string]>) =>
    [...state].map(([email, name]) => `${email} ${name}`).toSorted();
  const now = await seen();
  if (JSON.stringify(now) !== JSON.stringify(texts(model)))
    return `values: has ${now.join(', ')}; expected ${texts(model).join(', ')}`;
  for (const { importId, before } of done.toReversed()) {
    await service.control('revertImport', { siteId, importId });
    await service.drain();
    const after = await seen();
    if (JSON.stringify(after) !== JSON.stringify(texts(before)))
      return `undo: has ${after.join(', ')}; expected ${texts(before).join(', ')}`;
  }
  return undefined;
}

it('of imports whose workers stall at any call and go on later, each record has the values of the last one (invariant 23)', async () => {
  const wrong: string[] = [];
  for (let seed = 1; seed <= 100; seed += 1) {
    const found = await play(seed);
    if (found !== undefined) wrong.push(`seed ${seed}: ${found}`);
  }
  expect(wrong).toEqual([]);
});
