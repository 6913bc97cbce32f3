import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { identityHolds, replay, runIdOf } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import type { Drop } from './arrivals.ts';
import { ObjectNotDecrypted, ObjectNotFound, type Files } from '../ports.ts';
import { runKeys } from '../run-objects.ts';
import { captureLog } from '../testing/log-lines.ts';
import { memoryReading } from '../testing/memory-reading.ts';
import { readDrop } from './read-drop.ts';

captureLog();

const drop: Drop = {
  bucket: 'drops',
  key: 'inbox/client/email/people.csv',
  versionId: 'v1',
  bytes: 50,
  droppedBy: 'somebody',
};
const runId = runIdOf(drop);

function setUp(text: string) {
  const now = () => new Date('2026-03-01T08:00:00.000Z');
  const services = memoryReading(now);
  const { drops, files, ledger } = services;
  drops.putVersion({ key: drop.key, versionId: 'v1' }, Buffer.from(text));
  const reading = (stream: Files['stream']) => readDrop(drop, { ...services, drops: { ...drops, stream } });
  return { ledger, files, services, reading, now };
}

describe('reading a drop', () => {
  it('does not undo the reading of another delivery (invariants 1, 7, 10)', async () => {
    const { ledger, services, reading, now } = setUp('email\na@example.com\nb@example.com\n');
    await reading(async function* () {
      await readDrop(drop, services);
      const [ref, at] = [{ runId, batch: 1, phase: 'dry' } as const, now().toISOString()];
      await ledger.moveSubmission(ref, { type: 'sendStarted', at, owner: 'o', leaseUntil: at });
      const counts = { failed: 1, notAttempted: 1 };
      await ledger.moveSubmission(ref, { type: 'ended', at, status: 'invalid', counts });
      yield* [];
      throw new ObjectNotFound('deleted just now');
    });
    const run = await ledger.run(runId);
    expect(run).toMatchObject({ status: 'queued', reading: { rows: 2 } });
    const at = now().toISOString();
    const { now: ended } = await ledger.moveRun(runId, { type: 'rejected', at, reason: 'a row is wrong' });
    expect(identityHolds(ended.counts!)).toBe(true);
  });

  it('ends the run of a file that it may not decrypt, and says so', async () => {
    const { ledger, services } = setUp('');
    const refuse = () => {
      throw new ObjectNotDecrypted('kms:Decrypt is not allowed');
    };
    await readDrop(drop, { ...services, drops: { ...services.drops, about: refuse, stream: refuse } });
    const reason = expect.stringContaining('encrypted with a KMS key that Sluice may not use') as string;
    expect(await ledger.run(runId)).toMatchObject({ status: 'rejected', reason });
  });

  it('passes over an object of another bucket, which may announce what it likes', async () => {
    const { ledger, services } = setUp('email\na@example.com\n');
    const foreign = { ...drop, bucket: 'not-ours' };
    await readDrop(foreign, services);
    expect(await ledger.run(runIdOf(foreign))).toBeUndefined();
  });

  it('records who dropped it and from where, and the version of its profile', async () => {
    const { ledger, services } = setUp('');
    const profiled = { ...drop, key: 'inbox/members/people.csv', droppedFrom: '192.0.2.7' };
    const profile = JSON.stringify({ schema: 'client', lookup: 'email' });
    services.drops.putVersion({ key: profiled.key, versionId: 'v1' }, Buffer.from('email\na@example.com\n'), {
      'sluice-dropped-by': 'ana',
    });
    services.drops.putVersion({ key: 'profiles/members.json', versionId: 'p3' }, Buffer.from(profile));
    await readDrop(profiled, services);
    const run = await ledger.run(runIdOf(profiled));
    expect(run).toMatchObject({
      droppedBy: 'ana',
      principal: 'somebody',
      droppedFrom: '192.0.2.7',
      profile: 'members',
      profileSha256: createHash('sha256').update(profile).digest('hex'),
      profileVersionId: 'p3',
    });
    const events = await ledger.events(runIdOf(profiled));
    expect(replay(events).run).toEqual(run);
  });

  it('reads the sheet of a workbook that the uploader names, and rejects drops while a profile is paused', async () => {
    const { ledger, services } = setUp('');
    const workbook = await readFile(
      new URL('../../../../examples/scheduled-migration/migrations/people/people.xlsx', import.meta.url),
    );
    const place = { key: 'inbox/role/name/people.xlsx', versionId: 'v1' };
    for (const [name, rows] of [
      ['Roles', 4],
      ['No such', 0],
    ] as const) {
      const one = { ...drop, key: `inbox/role/name/${name}.xlsx` };
      services.drops.putVersion({ ...place, key: one.key }, workbook, {
        'sluice-sheet-name': encodeURIComponent(name),
      });
      await readDrop(one, services);
      expect((await ledger.run(runIdOf(one)))?.reading?.rows ?? 0).toBe(rows);
    }
    const paused = { ...drop, key: 'inbox/members/people.csv' };
    const profile = JSON.stringify({ schema: 'client', lookup: 'email', paused: true });
    services.drops.putVersion({ key: paused.key, versionId: 'v1' }, Buffer.from('email\na@example.com\n'));
    services.drops.putVersion({ key: 'profiles/members.json', versionId: 'p1' }, Buffer.from(profile));
    await readDrop(paused, services);
    const reason = expect.stringContaining(
      'The profile "members" is paused. Resume it with `npx sluice',
    ) as string;
    expect(await ledger.run(runIdOf(paused))).toMatchObject({ status: 'rejected', reason });
  });

  it('proposes a profile if the drop stops for its columns, and only then', async () => {
    const { ledger, services } = setUp('Vorname,Nachname,E-Mail\nAda,Li,ada@example.com\n');
    await readDrop(drop, services);
    expect(await ledger.run(runId)).toMatchObject({
      status: 'rejected',
      proposal: {
        profile: { columns: { 'E-Mail': 'email' }, join: { name: ['Vorname', 'Nachname'] } },
        choices: [{ columns: ['Vorname', 'Nachname'], field: 'name', score: 0.9 }, { field: 'email' }],
      },
    });
    expect(replay(await ledger.events(runId)).run).toEqual(await ledger.run(runId));
    const headless = setUp('Ann,ann@example.com\nBob,bob@example.com\n');
    await readDrop(drop, headless.services);
    expect((await headless.ledger.run(runId))?.proposal).toBeUndefined();
  });

  it('proposes what the profile of the folder lacks, and keeps the rest of it', async () => {
    const { ledger, services } = setUp('');
    const profiled = { ...drop, key: 'inbox/members/people.csv' };
    const profile = {
      schema: 'client',
      lookup: 'email',
      columns: { Telefon: 'workPhone' },
      emails: ['a@example.com'],
    };
    services.drops.putVersion(
      { key: profiled.key, versionId: 'v1' },
      Buffer.from('Email,Phone\nada@example.com,+49 30 555010\n'),
    );
    services.drops.putVersion(
      { key: 'profiles/members.json', versionId: 'p1' },
      Buffer.from(JSON.stringify(profile)),
    );
    await readDrop(profiled, services);
    const run = await ledger.run(runIdOf(profiled));
    expect(run?.reason).toContain('"Telefon" for workPhone (near: "Phone")');
    expect(run?.proposal?.profile).toEqual({
      ...profile,
      columns: { Telefon: 'workPhone', Email: 'email', Phone: 'workPhone' },
    });
  });

  it('keeps a proposal small, without the reasons of what is left out', async () => {
    const header = ['E-mail', ...Array.from({ length: 400 }, (_, at) => `An unknown question, number ${at}`)];
    const { ledger, services } = setUp(`${header.join(',')}\na@example.com${','.repeat(400)}\n`);
    await readDrop(drop, services);
    const proposal = (await ledger.run(runId))?.proposal;
    expect(proposal?.choices).toMatchObject([{ columns: ['E-mail'], field: 'email' }]);
    expect(JSON.stringify(proposal).length).toBeLessThan(24 * 1024);
  });

  it('shortens the reason of a refusal, so that it fits into the ledger (invariant 11)', async () => {
    const twins = Array.from({ length: 10_000 }, (_, index) => `email${' '.repeat(index % 50)}`);
    const { ledger, services } = setUp(`${twins.join(',')}\n`);
    await readDrop(drop, services);
    const run = await ledger.run(runId);
    expect(run?.status).toBe('rejected');
    expect(run?.reason?.length).toBeLessThan(5000);
  });
});

describe('a drop that is too large', () => {
  it('is refused with the number, and never opened', async () => {
    const { ledger, services } = setUp('email\na@example.com\n');
    const drops = { ...services.drops, stream: () => expect.unreachable() };
    await readDrop({ ...drop, bytes: 1024 ** 3 + 1 }, { ...services, drops });
    const run = await ledger.run(runId);
    expect(run).toMatchObject({ status: 'rejected', reason: expect.stringContaining('1,073,741,824') });
    expect(run?.reason).toContain('1,073,741,824 bytes');
  });
});

describe('the key of a result sheet', () => {
  it('fits into S3, however long the name of the drop', () => {
    const name = `${'é'.repeat(504)}.csv`;
    const key = runKeys.result(runId, name);
    expect(Buffer.byteLength(key)).toBeLessThanOrEqual(1024);
    expect(key).toMatch(/\/results\/é+\.csv$/u);
    expect(runKeys.result(runId, 'new clients.csv')).toBe(`runs/${runId}/results/new clients.csv`);
  });
});
