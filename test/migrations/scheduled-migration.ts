import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RunningSystem } from '../running-system.ts';

const example = fileURLToPath(new URL('../../examples/scheduled-migration/migrations', import.meta.url));
/** From the upload to the time of the schedule: the notice of the upload must be there by then. */
const leadMs = 12_000;

const title = 'the example of a scheduled migration';

interface Start {
  readonly migrationId: string;
  readonly status: string;
  readonly startedBy: string;
  readonly scheduledAt: string;
  readonly notice?: { readonly state: string };
  readonly undo?: { readonly counts?: unknown };
  readonly steps: readonly { readonly name: string; readonly counts?: object; readonly runIds: string[] }[];
}

/** The steps build on one another, and so do the tests. Until the time of the schedule, others may run. */
export function scheduledMigration(system: RunningSystem) {
  async function sluice<T>(...argv: string[]): Promise<T> {
    const { status, stdout, stderr } = await system.sluice(...argv, '--format', 'json');
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout) as T;
  }

  const starts = () => sluice<Start[]>('migrations', 'nightly-people');
  /** Followed by one command, since each one that asks takes processor time from the system. */
  async function startThatEnded(): Promise<Start> {
    await pause(Math.max(0, Date.parse(due) - Date.now()));
    for (;;) {
      const [start] = await starts();
      if (start?.notice?.state === 'sent') return start;
      await (start === undefined ? pause(500) : system.sluice('watch', start.migrationId));
    }
  }

  let due: string;
  let id: string;

  async function subjects(): Promise<string[]> {
    const { mail } = await system.addresses();
    const { emails } = (await (await fetch(`${mail.url}/store`)).json()) as { emails: { subject: string }[] };
    return emails.map(({ subject }) => subject);
  }

  const isScheduled = () =>
    it('is accepted with its schedule', async () => {
      due = new Date(Math.ceil((Date.now() + leadMs) / 1000) * 1000).toISOString();
      const definition = JSON.parse(await readFile(join(example, 'nightly-people.json'), 'utf8')) as object;
      const schedule = `at(${due.slice(0, 19)})`;
      await writeFile(
        join(system.folder, 'nightly-people.json'),
        JSON.stringify({ ...definition, schedule, timeZone: 'UTC' }),
      );
      const workbook = join(example, 'people', 'people.xlsx');
      const scheduled = await sluice<object>('schedule', 'nightly-people.json', '--data', workbook);
      expect(scheduled).toMatchObject({ schedule, nextFire: due });
    });

  const runs = () => {
    it('is begun by its schedule, and every sheet lands in its order, found by the names in it', async () => {
      const start = await startThatEnded();
      id = start.migrationId;
      expect(start).toMatchObject({ status: 'succeeded', startedBy: 'schedule', scheduledAt: due });
      expect(start.steps.map(({ name, counts }) => [name, counts])).toMatchObject([
        ['Lists', { read: 1, created: 1 }],
        ['Regions', { read: 6, created: 6 }],
        ['Roles', { read: 4, created: 4 }],
        ['Professionals', { read: 40, created: 40 }],
        ['Clients', { read: 300, created: 300 }],
      ]);
    }, 90_000);

    it('gave the professionals the roles of the sheet before', async () => {
      const { roles } = await sluice<{ roles: { id: string; name: string }[] }>('call', 'getRoles');
      const names = new Map(roles.map((role) => [role.id, role.name]));
      const body = JSON.stringify({ userType: 'professional', fields: ['email', 'roleIds'] });
      const { items } = await sluice<{ items: { email: string; roleIds: string[] }[] }>(
        'call',
        'getUsers',
        body,
      );
      const theirs = items.filter(({ email }) => email.endsWith('@example.org'));
      expect(theirs).toHaveLength(40);
      const held = new Set(theirs.flatMap(({ roleIds }) => roleIds.map((role) => names.get(role))));
      expect(held).toEqual(new Set(['Case manager', 'Field nurse', 'Volunteer', 'Interpreter, sworn']));
    });

    it('has its own history with only its runs, and one mail (invariant 6)', async () => {
      const whole = await sluice<Start & { timeline: unknown[] }>('migrations', id);
      expect(whole.timeline.length).toBeGreaterThan(10);
      const runs = await sluice<{ runId: string; status: string }[]>('runs');
      expect(new Set(runs.map(({ runId }) => runId))).toEqual(
        new Set(whole.steps.flatMap((step) => step.runIds)),
      );
      expect(runs.every(({ status }) => status === 'succeeded')).toBe(true);
      expect(await subjects()).toEqual([expect.stringContaining('nightly-people: every step succeeded')]);
    });

    it('is undone whole, the last step first, and the history is proved after it', async () => {
      const undone = await sluice<Start>('migrate', id, '--undo');
      expect(undone).toMatchObject({ status: 'undone', undo: { counts: { reversed: 351 } } });
      const { roles } = await sluice<{ roles: { name: string }[] }>('call', 'getRoles');
      expect(roles.map(({ name }) => name)).not.toContain('Field nurse');
      expect(await sluice<object>('audit', 'verify')).toMatchObject({ ok: true });
      expect(await starts()).toHaveLength(1);
    }, 120_000);
  };

  return {
    isScheduled: () => describe(title, isScheduled),
    runs: () => describe(title, runs),
  };
}
