import type { Captured } from '@sluice/cli/testing/captured';
import type { Objects } from './objects.ts';
import type { Run } from './runs.ts';
import type { Smoke } from './smoke.ts';

export type Answer = object | { readonly refused: string };
/** Answers instead of the healthy stack, unless it is undefined. */
export type Bug = (argv: readonly string[], stack: FakeStack) => Answer | undefined;

/** A stack in memory, as its command line answers. It is right unless a bug is put in. */
export interface FakeStack extends Objects {
  readonly smoke: Smoke;
  /** By their e-mail address, each with the run that wrote it. */
  readonly people: Map<string, string>;
  readonly runs: Map<string, Run>;
}

export const fakeMark = 'smoke-20270101-080000-abcd';

export function fakeStack(bug: Bug = () => undefined): FakeStack {
  let time = Date.parse('2027-01-01T08:00:00Z');
  const files = new Map<string, string>();
  const keys = new Set<string>();
  const captured = (answer: Answer): Captured =>
    'refused' in answer
      ? { status: 4, stdout: '', stderr: `sluice: ${answer.refused}` }
      : { status: 0, stdout: JSON.stringify(answer), stderr: '' };
  const call =
    (by: string) =>
    async (...argv: string[]): Promise<Captured> =>
      captured(bug(argv, stack) ?? healthy(argv, by));
  const smoke: Smoke = {
    mark: fakeMark,
    sluice: call('first'),
    second: call('second'),
    panel: [],
    serviceUrl: 'https://service.example.com',
    write: async (name, content) =>
      void files.set(name, typeof content === 'string' ? content : JSON.stringify(content)),
    read: async (name) => files.get(name) ?? '',
    sleep: async (ms) => void (time += ms),
    now: () => new Date(time),
    signal: new AbortController().signal,
    done: {},
  };
  const stack: FakeStack = {
    smoke,
    people: new Map(),
    runs: new Map(),
    list: async (prefix) => [...keys].filter((key) => key.startsWith(prefix)),
    remove: async (key) => void keys.delete(key),
    close: () => undefined,
  };

  const runOf = (id: string): Run => {
    const run = stack.runs.get(id);
    if (run === undefined) throw new Error(`There is no run ${id}.`);
    return run;
  };
  const moved = (run: Run): Run => {
    stack.runs.set(run.runId, run);
    return run;
  };
  const written = (run: Run): Run => {
    const rows = (files.get(run.key.slice(run.key.lastIndexOf('/') + 1)) ?? '').trim().split('\r\n').slice(1);
    for (const row of rows) stack.people.set(row.split(',')[0] ?? '', run.runId);
    files.set(
      `result-${run.key.slice(run.key.lastIndexOf('/') + 1)}`,
      rows.map(() => '"created"').join('\n'),
    );
    return moved({ ...run, status: 'succeeded', counts: { read: rows.length, created: rows.length } });
  };
  const forget = (runId: string): number => {
    const theirs = [...stack.people].filter(([, by]) => by === runId);
    for (const [email] of theirs) stack.people.delete(email);
    return theirs.length;
  };
  const drop = ([, file = '', , profile = '']: readonly string[]): Run => {
    const saved = JSON.parse(files.get(`${profile}.json`) ?? '{}') as { approval?: string; emails: string[] };
    const rows = (files.get(file) ?? '').trim().split('\r\n').slice(1);
    const failed = rows.filter((row) => !row.includes('@')).length;
    const isBounced = saved.emails.some((address) => address.startsWith('bounce@'));
    const events = isBounced ? [{ kind: 'bounce', addresses: saved.emails }] : [];
    const run: Run = {
      runId: `run-of-${file}`,
      key: `inbox/${profile}/${file}`,
      status: 'rejected',
      counts: { read: rows.length, failed, notAttempted: rows.length - failed },
      emails: { state: 'sent', events },
    };
    if (failed > 0) files.set(`result-${file}`, 'expected an e-mail address');
    if (failed > 0) return moved(run);
    if (saved.approval !== 'ask') return written(run);
    return moved({
      ...run,
      status: 'awaiting_approval',
      approval: { secondPerson: true, plan: { sha256: 'f00d' } },
    });
  };
  const migration = (status: string): object => ({
    migrationId: 'start-1',
    status,
    startedBy: 'schedule',
    notice: { state: 'sent' },
    steps: [],
  });
  const healthy = (argv: readonly string[], by: string): Answer => {
    const [command = '', subject = ''] = argv;
    const commands: Record<string, () => Answer> = {
      profile: () => ({ key: keys.add(`profiles/${subject}`) && `profiles/${subject}` }),
      drop: () => drop(argv),
      run: () => runOf(subject),
      runs: () => [...stack.runs.values()],
      approve: () =>
        by === 'second' ? written(runOf(subject)) : { refused: 'A second person must approve.' },
      cancel: () => moved({ ...runOf(subject), status: 'cancelled' }),
      undo: () =>
        moved({
          ...runOf(subject),
          status: 'undone',
          undo: { reversed: forget(subject), kept: 0, failed: 0 },
        }),
      schedule: () => {
        const { schedule } = JSON.parse(files.get(subject) ?? '{}') as { schedule: string };
        keys.add(`migrations/${subject}`);
        stack.people.set(`dee.moved.${fakeMark}@example.com`, 'start-1');
        return { nextFire: `${schedule.slice(3, -1)}.000Z` };
      },
      migrations: () => (subject === fakeMark ? [migration('succeeded')] : []),
      migrate: () => ({ ...migration('undone'), undo: { counts: { reversed: forget(subject) + 1 } } }),
      audit: () => ({ ok: true, runs: 6, events: 90, findings: [] }),
      call: () => service(argv),
    };
    return commands[command]?.() ?? { refused: `There is no ${command}.` };
  };
  const service = ([, operation, json = '{}']: readonly string[]): Answer => {
    const body = JSON.parse(json) as { q?: string; recordSets?: { records: { id: string }[] }[] };
    if (operation === 'getRoles') return { roles: [] };
    for (const { id } of body.recordSets?.flatMap(({ records }) => records) ?? []) stack.people.delete(id);
    const found = [...stack.people.keys()].filter((email) => email.includes(body.q ?? ''));
    return { items: found.map((email) => ({ id: email, email, userType: 'client' })) };
  };
  return stack;
}
