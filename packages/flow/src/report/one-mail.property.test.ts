import { createMemoryLedger, type Ledger } from '@sluice/ledger';
import type { SendOutcome } from '@sluice/mail';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Crash } from '../testing/crashes.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMailer } from '../testing/memory-ports.ts';
import { plannedRun } from '../testing/planned-run.ts';
import { reportRun, type ReportRunServices } from './report-run.ts';
import { leaseMs } from './send-run-mail.ts';

captureLog();

/** Dies before or after its nth call, or gets no answer from SES although the mail went out. */
const fates = fc.oneof(
  fc.record({
    kind: fc.constantFrom('before', 'after'),
    call: fc.integer({ min: 1, max: 8 }),
  }),
  fc.constantFrom({ kind: 'noAnswer', call: 0 }, { kind: 'busy', call: 0 }, { kind: 'lives', call: 0 }),
);
type Fate = { readonly kind: string; readonly call: number };

async function rejectedRun() {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  let ids = 0;
  const now = () => new Date((time += 1));
  const ledger = createMemoryLedger({ now });
  const [files, drops, mailer] = [createMemoryFiles(), createMemoryFiles(), createMemoryMailer()];
  await plannedRun({ ledger, files, now });
  await ledger.moveRun('run1', { type: 'rejected', at: now().toISOString(), reason: 'wrong rows' });
  const newId = () => `reporter-${(ids += 1)}`;
  const services: ReportRunServices = { ledger, files, drops, filesBucket: 'files', mailer, now, newId };
  return { services, mailer, ledger, pass: (ms: number) => (time += ms) };
}
type World = Awaited<ReturnType<typeof rejectedRun>>;

/** A reporter of its own process, whose calls take their turn with those of others, until it dies. */
function reporter({ services, mailer }: World, scheduler: fc.Scheduler, fate: Fate): ReportRunServices {
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
  return {
    ...services,
    ledger: inTurn<Ledger>(services.ledger),
    files: inTurn(services.files),
    mailer: inTurn({ send }),
  };
}

/** What is thrown besides: that it died, that SES did not take the mail. */
function isForeseen(error: unknown): boolean {
  return error instanceof Crash || /mail did not go out/u.test(String(error));
}

describe('the mail of a run that several trackers report', () => {
  it('goes out, and at most once more than reporters died or heard no answer (invariant 13)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.array(fates, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        async (scheduler, waves) => {
          const world = await rejectedRun();
          for (const wave of waves) {
            const ends = wave.map((fate) => reportRun('run1', reporter(world, scheduler, fate)));
            const settled = Promise.allSettled(ends);
            await scheduler.waitFor(settled);
            for (const end of await settled)
              expect(end.status === 'fulfilled' || isForeseen(end.reason)).toBe(true);
            // Whoever lives has ended by then, and the leases of the dead have too.
            world.pass(leaseMs);
          }
          await reportRun('run1', world.services);
          const faults = waves.flat().filter(({ kind }) => kind !== 'lives' && kind !== 'busy').length;
          expect(world.mailer.sent.length).toBeGreaterThanOrEqual(1);
          expect(world.mailer.sent.length).toBeLessThanOrEqual(1 + faults);
          expect((await world.ledger.run('run1'))?.mail?.state).toBe('sent');
        },
      ),
      { numRuns: 200 },
    );
  });

  it('goes out once where nobody dies, however many report at once (invariant 13)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 4 }), async (scheduler, reporters) => {
        const world = await rejectedRun();
        const all = Array.from({ length: reporters }, () =>
          reportRun('run1', reporter(world, scheduler, { kind: 'lives', call: 0 })),
        );
        const told = await scheduler.waitFor(Promise.all(all));
        expect(told.filter((one) => one === 'told')).toHaveLength(1);
        expect(world.mailer.sent).toHaveLength(1);
      }),
      { numRuns: 100 },
    );
  });

  it('waits for no lease of a reporter to which the mail service was too busy', async () => {
    const { services, mailer } = await rejectedRun();
    mailer.next.push({ kind: 'failed', code: 'TooManyRequestsException' });
    await expect(reportRun('run1', services)).rejects.toMatchObject({ code: 'TooManyRequestsException' });
    await reportRun('run1', services);
    expect(mailer.sent).toHaveLength(1);
  });
});
