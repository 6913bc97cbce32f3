import { describe, expect, it } from 'vitest';
import { commandsIn } from '../../packages/cli/src/testing/commands-in.ts';
import { fakeSystem } from '../../packages/cli/src/testing/fake-system.ts';
import { wordsOf } from '../../packages/cli/src/testing/words-of.ts';
import { takeLog } from '../simulation/log-lines.ts';
import { inbox, linesOf, minute, sheetOf } from '../scenarios/staging.ts';
import { terminalOn } from '../scenarios/terminal.ts';
import type { Asked, Ways } from './options.ts';
import { abroad } from './staging.ts';

const system = fakeSystem();
const people = sheetOf('email,name', 'a@example.com,Ann', 'b@example.com,Bo');
const words = 'Could not save "b@example.com": quota\nexceeded.\u001B[2J';
const shown = 'Could not save "b@example.com": quota exceeded. [2J';

/** The first real import stops after one record, in the server's own words. */
const stopsOnce = (): Partial<Ways> => {
  let left = 1;
  return {
    stops: ({ dryRun }: Asked) => {
      if (dryRun || left === 0) return undefined;
      left -= 1;
      return { after: 1, says: words };
    },
  };
};

/** The answer of the first real import is lost, after or before its effect. */
const losesOnce = (kind: 'lost' | 'undelivered') => {
  let left = 1;
  return ({ step, command }: { step: string; command: string }) => {
    if (step !== 'submitReal' || command !== 'import' || left === 0) return undefined;
    left -= 1;
    return kind;
  };
};

const cases = {
  'ended with an error': () => abroad({ ways: stopsOnce() }),
  'wrote its rows, and its answer was lost': () => abroad({ scripted: losesOnce('lost') }),
  'never arrived': () => abroad({ scripted: losesOnce('undelivered') }),
};
type Situation = keyof typeof cases;

async function asking(situation: Situation) {
  const staged = cases[situation]();
  const { world } = staged;
  const runId = world.drop(inbox, people);
  await world.settle();
  expect(await world.runOf(runId)).toMatchObject({ status: 'needs_decision', notice: { state: 'sent' } });
  return { ...staged, runId, mail: world.mails[0] ?? { subject: '', text: '' } };
}

/** How the run ends after each decision that its mail offers. */
const ends: Readonly<Record<string, Readonly<Record<Situation, object>>>> = {
  '--attach': {
    'ended with an error': { status: 'succeeded', counts: { landed: 2 } },
    'wrote its rows, and its answer was lost': { status: 'succeeded', counts: { landed: 2 } },
    'never arrived': { status: 'succeeded', counts: { landed: 2 } },
  },
  '--landed': {
    'ended with an error': { status: 'succeeded', counts: { landed: 2 } },
    'wrote its rows, and its answer was lost': { status: 'succeeded', counts: { landed: 2 } },
    'never arrived': { status: 'succeeded', counts: { landed: 2 } },
  },
  '--not-applied': {
    'ended with an error': { status: 'failed', counts: { notAttempted: 2 } },
    'wrote its rows, and its answer was lost': { status: 'failed', counts: { notAttempted: 2 } },
    'never arrived': { status: 'failed', counts: { notAttempted: 2 } },
  },
  '--send-again': {
    'ended with an error': { status: 'succeeded', counts: { landed: 2 } },
    'wrote its rows, and its answer was lost': { status: 'succeeded', counts: { landed: 2 } },
    'never arrived': { status: 'succeeded', counts: { landed: 2 } },
  },
};

describe.each(Object.keys(cases) as Situation[])(
  'each decision that a mail offers about an import that %s',
  (situation) => {
    it('leads the run to its end (invariants 1, 3, 12)', async () => {
      const offered = commandsIn((await asking(situation)).mail.text).filter((one) =>
        one.includes('decide '),
      );
      expect(offered.map((one) => /--(?!batch)\S+/u.exec(one)?.[0])).toEqual(Object.keys(ends));
      for (const command of offered) {
        const { world, server, runId } = await asking(situation);
        // Somebody has imported the same by hand.
        const { importId } = Object(
          server.answer('import', bodyOf(people), {
            'x-api-key': 'key-canary',
            'x-api-secret': 'secret-canary',
          }),
        );
        if (situation !== 'ended with an error') world.pass(16 * minute);
        terminalOn(system, world);
        const option = /--(?!batch)\S+/u.exec(command)?.[0] ?? '';
        const captured = await system.sluice(wordsOf(command.replace('IMPORT_ID', String(importId))));
        const expected = ends[option]?.[situation];
        expect([option, captured.status, captured.stderr]).toEqual([option, 0, expect.any(String)]);
        const { status, late } = await world.runOf(runId);
        // Nobody waits for an import whose end the question has told: it would keep the lane until the sweep.
        if (situation === 'ended with an error') expect([option, late]).toEqual([option, undefined]);
        expect([option, { status, counts: await world.countsOf(runId) }]).toMatchObject([option, expected]);
        expect(world.mails).toHaveLength(2);
      }
    });
  },
);

const bodyOf = (text: string) => {
  const [, ...lines] = linesOf(text.replaceAll('\n', '\r\n'));
  const records = lines.map((line) => ({ email: line.split(',')[0], name: line.split(',')[1] }));
  return { recordSets: [{ schema: 'client', lookup: 'email', records }] };
};

describe('an import that ends with an error', () => {
  it('is reported as what happened, in the words of the server, and never in a subject or a log (invariant 15)', async () => {
    takeLog();
    const { world, runId, mail } = await asking('ended with an error');
    expect(mail.text).toContain(
      'The import of 2 rows ended with an error. They may be in the records or not.',
    );
    expect(mail.text).not.toContain('gave no answer');
    expect(mail.text).toContain(
      `Rows 2 and 3: The import of this row ended with an error, and may have written it. The service answered: ${shown}`,
    );
    expect(mail.subject).not.toContain('quota');
    expect(takeLog().filter((line) => line.includes('quota'))).toEqual([]);
    terminalOn(system, world);
    const { stdout } = await system.sluice(['run', runId]);
    expect(stdout).toContain(
      `Rows 2 and 3: The import of this row ended with an error, and may have written it. The service answered: ${shown}`,
    );
    expect(stdout).toMatch(/Its import \S+ ended with an error\./u);
  });

  it('is not waited for, and cannot be attached again, which would ask the same again', async () => {
    const { world, server, runId } = await asking('ended with an error');
    const real = [...server.imports.values()].find(({ dryRun }) => !dryRun);
    const again = { choice: 'attach', importId: real?.importId };
    const { status, body } = await world.act(runId, 'decide', again);
    expect([status, body]).toEqual([400, expect.stringContaining('this import has ended')]);
    expect((await world.act(runId, 'decide', { choice: 'landed' })).status).toBe(200);
  });
});

describe('a batch whose answer was lost', () => {
  it('is not sent again by itself: what others change in between stays (invariant 3)', async () => {
    const { world, server, users } = await asking('wrote its rows, and its answer was lost');
    // It applies what is due with the next call.
    server.answer('checkCredentials', {}, {});
    const [first] = server.records.all('site', 'user');
    server.records.put('site', 'user', { name: 'by hand' }, first);
    await world.later(26 * 60 * minute);
    expect(server.calls.filter(({ dryRun }) => !dryRun)).toHaveLength(1);
    expect(users()).toContainEqual(['a@example.com', 'by hand', undefined]);
  });

  it('is sent again at once to a server with a key, which imports it once (invariant 3)', async () => {
    const { world, server } = abroad({ ways: { takesKey: true }, scripted: losesOnce('lost') });
    const runId = world.drop(inbox, people);
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('succeeded');
    const real = server.calls.filter(({ dryRun }) => !dryRun);
    expect([real.length, new Set(real.map(({ key }) => key)).size]).toEqual([2, 1]);
    expect([...server.imports.values()].filter(({ dryRun }) => !dryRun)).toHaveLength(1);
  });
});
