import { describe, expect, it } from 'vitest';
import { permissionsIn, tryCheck, type Check } from './check.ts';
import { inOrder } from './checks/in-order.ts';
import { cleanEarlier, cleanFlow, leftBy } from './clean.ts';
import { fakeMark, fakeStack, type Answer, type Bug, type FakeStack } from './fake-stack.ts';
import { checkLine, exitCode } from './report.ts';

const both = { flow: undefined, service: undefined };

async function checked({ smoke }: FakeStack, missing: Record<Check['half'], string | undefined> = both) {
  const results = [];
  for (const check of inOrder) results.push(await tryCheck(check, smoke, { missing }));
  return results;
}

/** A bug of one command, from the answer of the healthy stack where that is needed. */
const when =
  (words: string, answer: Answer | ((stack: FakeStack) => Answer)): Bug =>
  (argv, stack) =>
    !argv.join(' ').startsWith(words) ? undefined : typeof answer === 'function' ? answer(stack) : answer;

const runOf = (stack: FakeStack, file: string): object => stack.runs.get(`run-of-${file}`) ?? {};

/** What somebody could break, the check that fails, and what it names. */
const bugs: readonly [string, Bug, string, RegExp][] = [
  [
    'undo leaves the records',
    when('undo', (stack) => ({
      ...runOf(stack, 'new.csv'),
      status: 'undone',
      undo: { reversed: 2, kept: 0, failed: 0 },
    })),
    'undo',
    /the service has 0 of the people landed/u,
  ],
  [
    'undo keeps a record',
    when('undo', (stack) => ({
      ...runOf(stack, 'new.csv'),
      status: 'undone',
      undo: { reversed: 1, kept: 1, failed: 0 },
    })),
    'undo',
    /Expected 2 records reversed; run run-of-new\.csv has .*"kept":1/u,
  ],
  [
    'the topic of mail events lost its subscription',
    when('run run-of-bounce', (stack) => ({ ...runOf(stack, 'bounce.csv'), emails: { state: 'sent' } })),
    'bounce',
    /run-of-bounce\.csv has the bounce.*subscribed by its queue/u,
  ],
  [
    'SES refuses the mail',
    when('drop bounce', {
      ...{ runId: 'r', key: 'k', status: 'rejected', counts: {} },
      emails: { state: 'refused', detail: 'not verified' },
    }),
    'bounce',
    /SES took the mail of run r; it is refused: not verified/u,
  ],
  [
    'nobody can approve',
    when('approve', { refused: 'Not you.' }),
    'approval',
    /approve run-of-ask\.csv .*ended with 4: Not you/u,
  ],
  [
    'the dropper may approve although the profile asks for a second person',
    when('approve', (stack) => ({ ...runOf(stack, 'ask.csv'), status: 'succeeded', counts: { created: 1 } })),
    'approval',
    /Expected that the dropper may not approve; got 0/u,
  ],
  [
    'a run does not wait for approval',
    when('drop ask', (stack) => ({ ...runOf(stack, 'new.csv'), runId: 'run-of-ask.csv' })),
    'approval',
    /Expected a run that is awaiting_approval; run run-of-ask\.csv is succeeded/u,
  ],
  [
    'a refused row does not stop the others',
    (argv, stack) => {
      if (argv.join(' ').startsWith('drop refused'))
        stack.people.set(`good.refused.${fakeMark}@example.com`, 'r');
      return undefined;
    },
    'refused drop',
    /the service has 0 of the people refused/u,
  ],
  [
    'the schedule never starts',
    when(`migrations ${fakeMark}`, []),
    'migration',
    /Not within 180 s: the schedule started/u,
  ],
  [
    'the audit log was altered',
    when('audit verify --from', { ok: false, findings: [{ runId: 'r7' }] }),
    'audit log',
    /nothing was altered; found .*r7/u,
  ],
];

describe('npm run smoke', () => {
  it('passes every check of a stack that works, and removes what it made', async () => {
    const stack = fakeStack();
    const checks = await checked(stack);
    expect(checks.filter(({ outcome }) => outcome !== 'passed').map(checkLine)).toEqual([]);
    const cleaned = await cleanFlow(stack.smoke, stack);
    expect(cleaned).toMatchObject({ problems: [], lacks: [] });
    expect([stack.people.size, await stack.list('')]).toEqual([0, []]);
    expect(exitCode({ checks, cleaned, interrupted: false })).toBe(0);
  });

  it.each(bugs)('fails when %s, and names it', async (_, bug, name, words) => {
    const stack = fakeStack(bug);
    const failed = (await checked(stack)).filter(({ outcome }) => outcome === 'failed');
    expect(failed.map((one) => one.name)).toEqual([name]);
    expect(failed[0]?.text).toMatch(words);
    expect(
      exitCode({ checks: failed, cleaned: { removed: [], problems: [], lacks: [] }, interrupted: false }),
    ).toBe(1);
  });

  it('goes on where it may not list what earlier smokes left, and names the permission', async () => {
    const stack = fakeStack();
    await checked(stack);
    const refuse = () => Promise.reject(new Error('Access Denied'));
    const objects = { ...stack, list: refuse };
    const { lacks, running } = await cleanEarlier(objects, { now: new Date(), smokeOf: () => stack.smoke });
    expect([lacks[0], running]).toEqual(['s3:ListBucket on the drop bucket', []]);
    expect((await cleanFlow(stack.smoke, objects)).problems).toContain(
      'definitions of migrations: Access Denied',
    );
    expect(stack.people.size).toBe(0);
  });

  it('deletes records that no undo reached', async () => {
    const stack = fakeStack(when('undo', { refused: 'Not now.' }));
    await checked(stack);
    expect(stack.people.size).toBeGreaterThan(0);
    await cleanFlow(stack.smoke, stack);
    expect(stack.people.size).toBe(0);
  });

  it('keeps its profiles while something is left, so that the next smoke removes it', async () => {
    const stack = fakeStack(when('call import', { refused: 'Read only.' }));
    stack.people.set(`left.${fakeMark}@example.com`, 'r');
    await stack.smoke.sluice('profile', `${fakeMark}.json`);
    const { problems } = await cleanFlow(stack.smoke, stack);
    expect(problems).toEqual([expect.stringMatching(/^deleted records .*ended with 4: Read only/u)]);
    const at = (time: string) => leftBy(stack, new Date(`2027-01-01T${time}Z`));
    expect(await at('08:19:00')).toEqual({ left: [], running: [fakeMark] });
    expect(await at('08:21:00')).toEqual({ left: [fakeMark], running: [] });
  });

  it('checks nothing of a half that is not there, and does not pass', async () => {
    const stack = fakeStack();
    const checks = await checked(stack, { flow: 'no flow here.', service: undefined });
    expect(checks.filter(({ outcome }) => outcome === 'passed').map(({ name }) => name)).toEqual([
      'log of the panel',
    ]);
    expect(checkLine(checks[0] ?? expect.fail())).toMatch(/^- {5}schedule .* not checked: no flow here\.$/u);
    expect(exitCode({ checks, cleaned: { removed: [], problems: [], lacks: [] }, interrupted: false })).toBe(
      3,
    );
  });

  it('checks nothing more once it is interrupted, and reports no failure', async () => {
    const stop = new AbortController();
    const stack = fakeStack((argv) => {
      if (argv[1] !== 'refused.csv') return undefined;
      stop.abort();
      return { refused: 'Interrupted.' };
    });
    const checks = await checked({ ...stack, smoke: { ...stack.smoke, signal: stop.signal } });
    const outcomes = checks.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['passed', 'passed', ...Array.from({ length: 7 }, () => 'not checked')]);
    expect([...stack.runs.keys()]).toEqual(['run-of-new.csv']);
  });

  it('waits for the run of a drop before it removes the profile', async () => {
    const stack = fakeStack((argv) => (argv[0] === 'runs' ? [] : undefined));
    await stack.smoke.sluice('profile', `${fakeMark}.json`);
    const dropped = `inbox/${fakeMark}/new.csv`;
    const objects = {
      ...stack,
      list: async (prefix: string) => [
        ...(await stack.list(prefix)),
        ...[dropped].filter((key) => key.startsWith(prefix)),
      ],
    };
    const { problems } = await cleanFlow(stack.smoke, objects);
    expect(problems).toEqual([
      expect.stringContaining(`Not within 60 s: each dropped file has a run: ${dropped}`),
    ]);
    expect(await stack.list('profiles/')).toHaveLength(1);
  });

  it('does not pass approval where only somebody else may approve, and nobody else was named', async () => {
    const stack = fakeStack();
    const checks = await checked({ ...stack, smoke: { ...stack.smoke, second: undefined } });
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toMatchObject([
      { name: 'approval', outcome: 'not checked', text: expect.stringContaining('--approver-profile') },
    ]);
  });

  it('names the permission that a check lacks', async () => {
    const refused =
      'AWS does not allow it: User: arn:aws:iam::1:user/ana is not authorized to perform: s3:PutObject on resource: x.';
    const [, drop] = await checked(fakeStack(when('profile', { refused })));
    expect(drop).toMatchObject({ name: 'drop', outcome: 'failed', lacks: ['s3:PutObject on x'] });
  });

  it.each([
    [
      'User: arn:aws:iam::1:user/ana is not authorized to perform: s3:PutObject on resource: "arn:aws:s3:::drops/x" because no policy',
      ['s3:PutObject on arn:aws:s3:::drops/x'],
    ],
    ['AWS does not allow it: Access Denied.', ['what the check needs']],
    ['run r1 is rejected', []],
  ])('names the permissions that are missing: %s', (text, lacks) => {
    expect(permissionsIn(text, ['what the check needs'])).toEqual(lacks);
  });
});
