import type { Mail } from '@sluice/answers';
import { emailNotifier } from '../notify/notifier.ts';
import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { scheduleMigration } from './schedule-migration.ts';
import type { WantedSchedule } from './schedules.ts';

captureLog();
const step = { file: 'migrations/people.csv', schema: 'client', lookup: 'email' };

function setUp() {
  const drops = createMemoryFiles();
  const schedules = new Map<string, WantedSchedule>();
  const mails: Mail[] = [];
  const services = {
    drops,
    schedules: {
      put: async (wanted: WantedSchedule) => void schedules.set(wanted.name, wanted),
      remove: async (name: string) => void schedules.delete(name),
    },
    notifier: emailNotifier({
      send: async (_to, mail) => {
        mails.push(mail);
        return { kind: 'sent', messageId: 'm' } as const;
      },
    }),
    defaultEmails: ['ops@example.com'],
    now: () => new Date('2026-11-21T20:00:00Z'),
  };
  const schedule = (notifies = true) => scheduleMigration('nightly', services, { notifies });
  const define = (definition: object) => drops.put('migrations/nightly.json', JSON.stringify(definition));
  return { drops, schedules, mails, schedule, define };
}

describe('a notice of the file of a migration', () => {
  it('sets its schedule from the file, however often it comes (invariant 7)', async () => {
    const { schedules, schedule, define } = setUp();
    await define({ steps: [step], schedule: 'cron(30 2 * * ? *)', timeZone: 'Europe/Berlin' });
    await schedule();
    await schedule(false);
    expect([...schedules.values()]).toEqual([
      { name: 'nightly', expression: 'cron(30 2 * * ? *)', timeZone: 'Europe/Berlin' },
    ]);
  });

  it.each([
    ['no longer has one', { steps: [step] }],
    ['had one for a single time that is over', { steps: [step], schedule: 'at(2026-11-21T19:00:00)' }],
    ['is wrong', { steps: [] }],
  ])('removes the schedule of a file that %s', async (_, definition) => {
    const { schedules, schedule, define } = setUp();
    await define({ steps: [step], schedule: 'rate(1 day)' });
    await schedule();
    await define(definition);
    await schedule();
    expect(schedules.size).toBe(0);
  });

  it('removes the schedule of a file that is gone, without a notice', async () => {
    const { drops, schedules, mails, schedule, define } = setUp();
    await define({ steps: [step], schedule: 'rate(1 day)' });
    await schedule();
    drops.objects.clear();
    await schedule();
    expect([schedules.size, mails.length]).toEqual([0, 0]);
  });

  it('notifies the author of every mistake in a wrong file, but not again with every sweep', async () => {
    const { mails, schedule, define } = setUp();
    await define({ steps: [{ ...step, lookup: 'emial' }], schedule: 'every night' });
    await schedule(false);
    expect(mails).toEqual([]);
    await schedule();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('step 1: client has no lookup "emial"; did you mean "email"?');
  });
});
