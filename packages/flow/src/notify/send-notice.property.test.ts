import { createMemoryLedger, createMemoryMigrations } from '@sluice/ledger/testing';
import type { Mailer, SendOutcome } from '@sluice/answers';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notifyOfMigration } from '../migrate/notify-of-migration.ts';
import { reportRun } from '../report/report-run.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMailer } from '../testing/memory-ports.ts';
import { plannedRun } from '../testing/planned-run.ts';
import { routedNotifier } from './notifier.ts';
import { leaseMs } from './send-notice.ts';

/** The channels under test, over what sends their messages. */
const names = ['email', 'chat', 'topic'];
const channels = (send: Mailer['send']) =>
  routedNotifier(
    names.map((name) => ({
      channel: { name, send: ({ mail }) => send([name], mail) },
      takes: () => true,
    })),
  );

/** The process died here. */
class Crash extends Error {}

captureLog();

/** A sender dies before or after its nth call, gets no answer although the mail was sent, or finds the mail service busy. */
const fates = fc.oneof(
  fc.record({ kind: fc.constantFrom('before', 'after'), call: fc.integer({ min: 1, max: 12 }) }),
  fc.constantFrom({ kind: 'noAnswer', call: 0 }, { kind: 'busy', call: 0 }, { kind: 'lives', call: 0 }),
);
type Fate = { readonly kind: string; readonly call: number };
const lives: Fate = { kind: 'lives', call: 0 };

async function setUp() {
  let [time, ids] = [Date.parse('2026-03-01T08:00:00.000Z'), 0];
  const now = () => new Date((time += 1));
  const [files, drops, mailer] = [createMemoryFiles(), createMemoryFiles(), createMemoryMailer()];
  const ledger = createMemoryLedger({ now });
  const migrations = createMemoryMigrations({ now });
  const newId = () => `sender-${(ids += 1)}`;
  const notifier = channels(mailer.send);
  const services = { ledger, migrations, files, drops, filesBucket: 'files', notifier, now, newId };
  return { services, mailer, pass: (ms: number) => (time += ms) };
}
type Setting = Awaited<ReturnType<typeof setUp>>;
type Services = Setting['services'];

async function aMigration({ migrations, now }: Services, isEnded: boolean): Promise<void> {
  const at = now().toISOString();
  const begun = { migrationId: 'm1', name: 'nightly', scheduledAt: at, startedBy: 'schedule' };
  await migrations.begin({ ...begun, execution: 'e1', dryRun: false, emails: ['ops@example.com'] });
  await migrations.move('m1', { type: 'started', at });
  if (isEnded) await migrations.move('m1', { type: 'finished', at, status: 'failed' });
}

const sendOfMigration = (waiting?: readonly string[]) => async (services: Services) =>
  notifyOfMigration((await services.migrations.migration('m1'))!, waiting, services);
const noticeOfMigration = async ({ migrations }: Services) => (await migrations.migration('m1'))?.notice;

/** Everything that has notices: how it comes to owe one, what sends it, and its state. */
const subjects = [
  {
    what: 'a run',
    prepare: async ({ ledger, files, now }: Services) => {
      await plannedRun({ ledger, files, now });
      await ledger.moveRun('run1', { type: 'rejected', at: now().toISOString(), reason: 'wrong rows' });
    },
    send: (services: Services): Promise<unknown> => reportRun('run1', services),
    notice: async ({ ledger }: Services) => (await ledger.run('run1'))?.notice,
  },
  {
    what: 'a migration that has ended',
    prepare: (services: Services) => aMigration(services, true),
    send: sendOfMigration(),
    notice: noticeOfMigration,
  },
  {
    what: 'a migration with a run that waits for a person',
    prepare: (services: Services) => aMigration(services, false),
    send: sendOfMigration(['run1']),
    notice: noticeOfMigration,
  },
];

/** A sender in a process of its own. Its calls take turns with those of other senders until it dies. */
function sender({ services, mailer }: Setting, scheduler: fc.Scheduler, fate: Fate): Services {
  let calls = 0;
  const inTurn = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name, receiver) => {
        const method: unknown = Reflect.get(target, name, receiver);
        if (typeof method !== 'function' || name === 'stream') return method;
        return async (...args: unknown[]) => {
          calls += 1;
          await scheduler.schedule(Promise.resolve(), String(name));
          if (fate.kind === 'before' && calls >= fate.call) throw new Crash('died');
          const result: unknown = await Reflect.apply(method, target, args);
          await scheduler.schedule(Promise.resolve(), `${String(name)} done`);
          if (fate.kind === 'after' && calls >= fate.call) throw new Crash('died');
          return result;
        };
      },
    });
  const send: typeof mailer.send = async (...args): Promise<SendOutcome> => {
    if (fate.kind === 'busy') return { kind: 'failed', code: 'TooManyRequestsException' };
    const outcome = await mailer.send(...args);
    return fate.kind === 'noAnswer' ? { kind: 'failed', code: 'TimeoutError' } : outcome;
  };
  const { ledger, migrations, files } = services;
  return {
    ...services,
    ledger: inTurn(ledger),
    migrations: inTurn(migrations),
    files: inTurn(files),
    notifier: channels(inTurn({ send }).send),
  };
}

const sentOn = ({ mailer }: Setting, name: string): number =>
  mailer.sent.filter(({ to }) => to[0] === name).length;

const isForeseen = (error: unknown) => error instanceof Crash || /notice was not sent/u.test(String(error));

describe.each(subjects)('the notice of $what that several processes send', ({ prepare, send, notice }) => {
  const begin = async () => {
    const setting = await setUp();
    await prepare(setting.services);
    return setting;
  };

  it('is sent on each channel, and at most once more than senders died or got no answer (invariant 13)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.array(fates, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        async (scheduler, waves) => {
          const setting = await begin();
          for (const wave of waves) {
            const settled = Promise.allSettled(wave.map((fate) => send(sender(setting, scheduler, fate))));
            await scheduler.waitFor(settled);
            for (const end of await settled)
              expect(end.status === 'fulfilled' || isForeseen(end.reason)).toBe(true);
            // The living have finished, and the leases of the dead have ended.
            setting.pass(leaseMs);
          }
          await send(setting.services);
          const faults = waves.flat().filter(({ kind }) => kind !== 'lives' && kind !== 'busy').length;
          for (const name of names) {
            const sent = sentOn(setting, name);
            expect(sent).toBeGreaterThanOrEqual(1);
            expect(sent).toBeLessThanOrEqual(1 + faults);
          }
          // A death repeats it on one channel at most.
          const unanswered = waves.flat().filter(({ kind }) => kind === 'noAnswer').length;
          const repeats = faults - unanswered + names.length * unanswered;
          expect(setting.mailer.sent.length).toBeLessThanOrEqual(names.length + repeats);
          expect((await notice(setting.services))?.state).toBe('sent');
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is sent once on each channel if no sender dies, however many send at once (invariant 13)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 4 }), async (scheduler, senders) => {
        const setting = await begin();
        const all = Array.from({ length: senders }, () => send(sender(setting, scheduler, lives)));
        await scheduler.waitFor(Promise.all(all));
        for (const name of names) expect(sentOn(setting, name)).toBe(1);
      }),
      { numRuns: 100 },
    );
  });

  it('is sent by the next try at once after a channel was busy, which the others did not wait for', async () => {
    const { services, mailer } = await begin();
    mailer.next.push({ kind: 'failed', code: 'TooManyRequestsException' });
    await expect(send(services)).rejects.toMatchObject({
      message: 'The notice was not sent',
      code: expect.stringMatching(/./u),
    });
    await send(services);
    expect(
      mailer.sent
        .map(({ to }) => to)
        .flat()
        .toSorted(),
    ).toEqual(names.toSorted());
  });
});
