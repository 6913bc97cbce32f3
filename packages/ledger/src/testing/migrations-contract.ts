import { readDefinition, type MigrationEvent, type NewMigration } from '../migrations/index.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyStored } from '../audit/verify-items.ts';
import { replayMigration } from '../migrations/lines.ts';
import type { Migrations } from '../migrations/migrations.ts';
import { migrationIdOf, uploadIdOf } from '../run/id.ts';
import { second } from './builders.ts';

const text = JSON.stringify({ steps: [{ file: 'migrations/a.csv', schema: 'client', lookup: 'email' }] });

export function aNewMigration(number = 1, name = 'nightly'): NewMigration {
  const scheduledAt = second(number * 60);
  const read = readDefinition(name, text, new Date(scheduledAt));
  if (read.kind === 'refused') throw new Error('the definition is refused');
  const { definition } = read;
  const migrationId = migrationIdOf(name, scheduledAt);
  const about = { startedBy: 'schedule', dryRun: false, emails: ['ops@example.com'], execution: 'e' };
  return { migrationId, name, scheduledAt, definition, ...about };
}

/** Tests for every store of migrations. `open` returns an empty one. */
export function describeMigrations(
  name: string,
  open: (now: () => Date) => Promise<Migrations> | Migrations,
): void {
  describe(name, () => {
    let migrations: Migrations;
    beforeEach(async () => {
      migrations = await open(() => new Date(second(0)));
    });
    const ended = (at: string): MigrationEvent[] => [
      { type: 'started', at },
      { type: 'finished', at, status: 'succeeded' },
      { type: 'noticeChanged', at, about: 'succeeded', notice: { state: 'sent', at, detail: 'm1' } },
    ];

    it('begins a start once, however often it is asked at once (invariant 7)', async () => {
      const all = await Promise.all([1, 2, 3].map(() => migrations.begin(aNewMigration())));
      expect(all.filter(({ created }) => created)).toHaveLength(1);
      expect(await migrations.events(aNewMigration().migrationId)).toHaveLength(1);
    });

    it('lists for a day every migration with a write on it (invariant 21)', async () => {
      let day = '2026-03-01';
      migrations = await open(() => new Date(`${day}T12:00:00.000Z`));
      const changed = async (on: string) => {
        const ids: string[] = [];
        for await (const id of migrations.changedOn(on)) ids.push(id);
        return ids;
      };
      const [first, second] = [aNewMigration(1).migrationId, aNewMigration(2).migrationId];
      await migrations.begin(aNewMigration(1));
      await migrations.begin(aNewMigration(2));
      day = '2026-03-02';
      await migrations.move(second, { type: 'cancelRequested', at: `${day}T12:00:00.000Z`, by: 'ana' });
      expect([await changed('2026-03-01'), await changed(day), await changed('2026-03-03')]).toEqual([
        [first, second].toSorted(),
        [second],
        [],
      ]);
    });

    it('keeps an upload once, as the one event of a history of its own (invariants 10, 21)', async () => {
      const place = { bucket: 'drops', key: 'profiles/members.json', versionId: 'v1' };
      const uploadId = uploadIdOf(place);
      const facts = { ...place, uploadId, bytes: 9, sha256: 'ab', droppedBy: 'ana', principal: 'AWS:KEY' };
      expect(await migrations.upload(uploadId)).toBeUndefined();
      await Promise.all([1, 2, 3].map(() => migrations.recordUpload(facts)));
      await migrations.recordUpload({ ...facts, droppedBy: 'somebody else' });
      expect(await migrations.upload(uploadId)).toMatchObject({
        ...facts,
        recordedAt: second(0),
        version: 1,
      });
      const events = await migrations.events(uploadId);
      expect(events).toMatchObject([{ subject: 'upload', version: 1, type: 'uploaded' }]);
      const items = [(await migrations.stored(uploadId))!];
      expect(verifyStored({ runId: uploadId, items, events })).toEqual([]);
      const altered = items.map((item) => ({ ...item, fields: { ...item.fields, droppedBy: 'mallory' } }));
      expect(verifyStored({ runId: uploadId, items: altered, events })).toMatchObject([
        { subject: 'upload', field: 'droppedBy', expected: '"ana"', found: '"mallory"' },
      ]);
      const changed: string[] = [];
      for await (const id of migrations.changedOn(second(0).slice(0, 10))) changed.push(id);
      expect(changed).toEqual([uploadId]);
    });

    it('has a history that replays to the stored migration (invariant 10)', async () => {
      const { migrationId } = aNewMigration();
      await migrations.begin(aNewMigration());
      const at = second(70);
      const events: MigrationEvent[] = [
        { type: 'started', at },
        { type: 'stepBegun', at, step: 0, runIds: ['r1'] },
        { type: 'executionStarted', at, execution: 'e2', executions: 2 },
        { type: 'stepEnded', at, step: 0, status: 'failed', counts: { read: 1, failed: 1 }, reason: 'bad' },
        { type: 'undoRequested', at, by: 'this migration', reason: 'Step 1 failed.' },
        { type: 'undone', at, status: 'undone', counts: { reversed: 0 } },
        { type: 'noticeChanged', at, about: 'undone', notice: { state: 'sent', at } },
      ];
      for (const event of events)
        expect(await migrations.move(migrationId, event)).toMatchObject({ moved: true });
      const stored = await migrations.migration(migrationId);
      expect(stored).toMatchObject({ status: 'undone', version: events.length + 1 });
      const history = await migrations.events(migrationId);
      expect(replayMigration(history)).toEqual(stored);
      const item = await migrations.stored(migrationId);
      expect(item).toMatchObject({ subject: 'migration', fields: { status: 'undone' } });
      expect(verifyStored({ runId: migrationId, items: item ? [item] : [], events: history })).toEqual([]);
      expect(await migrations.stored('none')).toBeUndefined();
    });

    it('writes nothing for an event that it refuses', async () => {
      const { migrationId } = aNewMigration();
      await migrations.begin(aNewMigration());
      const refused = await migrations.move(migrationId, {
        type: 'undone',
        at: second(1),
        status: 'undone',
        counts: {},
      });
      expect(refused).toMatchObject({ moved: false, now: { status: 'planned', version: 1 } });
      expect(await migrations.events(migrationId)).toHaveLength(1);
    });

    it('lists the starts of one name, newest first', async () => {
      for (const number of [2, 1, 3]) await migrations.begin(aNewMigration(number));
      await migrations.begin(aNewMigration(9, 'nightly-people'));
      const times = async (limit?: number) =>
        (await migrations.migrationsOf('nightly', limit)).map(({ scheduledAt }) => scheduledAt);
      expect(await times()).toEqual([second(180), second(120), second(60)]);
      expect(await times(1)).toEqual([second(180)]);
    });

    it('lists a start as open until its mail was sent', async () => {
      await migrations.begin(aNewMigration(2));
      await migrations.begin(aNewMigration(1));
      const open = async () => (await migrations.openMigrations()).map(({ scheduledAt }) => scheduledAt);
      expect(await open()).toEqual([second(60), second(120)]);
      for (const event of ended(second(200))) await migrations.move(aNewMigration(1).migrationId, event);
      expect(await open()).toEqual([second(120)]);
    });

    it('gives the turn of a name to one start until it has ended', async () => {
      const [first, second1] = [
        await migrations.begin(aNewMigration(1)),
        await migrations.begin(aNewMigration(2)),
      ];
      const [one, other] = [first.migration, second1.migration];
      const holders = await Promise.all([one, other, one, other].map((each) => migrations.takeTurn(each)));
      const [holder = ''] = holders;
      expect(new Set(holders).size).toBe(1);
      for (const event of ended(second(200)).slice(0, 2)) await migrations.move(holder, event);
      const next = holder === one.migrationId ? other : one;
      expect(await migrations.takeTurn(next)).toBe(next.migrationId);
    });
  });
}
