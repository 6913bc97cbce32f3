import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandsIn, shapeOf } from '../../packages/cli/src/testing/commands-in.ts';
import { fakeSystem } from '../../packages/cli/src/testing/fake-system.ts';
import { wordsOf } from '../../packages/cli/src/testing/words-of.ts';
import { endings } from './mailed-endings.ts';
import { first, people, rest, withSteps } from './migration-staging.ts';
import { hour, minute, staged, until, type Staged } from './staging.ts';
import { terminalOn } from './terminal.ts';

const system = fakeSystem();

/** What a command of a mail ends with, and what is so afterwards. */
interface Promised {
  readonly status?: number;
  readonly after?: (world: Staged, words: readonly string[]) => Promise<unknown> | unknown;
}

const lastRun = async (world: Staged) => (await world.ledger.runPage({ limit: 9 })).runs[0];
const runEnds = (status: string) => async (world: Staged) =>
  expect(await lastRun(world)).toMatchObject({ status });
/** The newest start. */
const startEnds = (expected: object) => async (world: Staged) =>
  expect((await world.migrations.migrationsOf('nightly', 9))[0]).toMatchObject(expected);
const saves = (start: RegExp) => async (_world: Staged, words: readonly string[]) =>
  expect(await system.read(words.at(-1) ?? '')).toMatch(start);
const asksAgain: Promised = { status: 3, after: runEnds('needs_decision') };

/** Each shape of a command in a mail. A new one fails until it has an entry. */
const table: Readonly<Record<string, Promised>> = {
  'run …': {},
  'run … --result …': { after: saves(/"Status","Reason"/u) },
  'run … --plan …': { after: saves(/^\uFEFF?"?Plan of /u) },
  'run … --original …': { after: saves(/^email,name\n/u) },
  'approve … --plan …': { after: runEnds('succeeded') },
  'cancel …': { after: runEnds('cancelled') },
  'accept …': { after: runEnds('succeeded') },
  // The service knows no such import, and loses each answer; one of two batches stays open.
  'decide … --batch … --attach …': asksAgain,
  'decide … --batch … --send-again': asksAgain,
  'decide … --send-again': asksAgain,
  'decide … --batch … --landed': asksAgain,
  'decide … --landed': { after: runEnds('succeeded') },
  'decide … --batch … --not-applied': asksAgain,
  'decide … --not-applied': { after: runEnds('failed') },
  'drop … --profile …': { after: runEnds('succeeded') },
  'drop … --schema … --lookup …': { after: runEnds('succeeded') },
  'drop … --profile … --again': { after: runEnds('succeeded') },
  'drop … --schema … --lookup … --again': { after: runEnds('succeeded') },
  'undo … --report …': { status: 3, after: saves(/kept/u) },
  'migrate …': { after: startEnds({ status: 'succeeded', dryRun: false }) },
  'migrate … --data …': { after: startEnds({ status: 'succeeded' }) },
  'migrate … --dry-run': { after: startEnds({ status: 'succeeded', dryRun: true }) },
  'migrate … --undo': {
    after: async (world, [, id = '']) =>
      expect(await world.migrations.migration(id)).toMatchObject({ status: 'undone' }),
  },
  'schedule …': {},
  'migrations …': {},
  'migrations resume …': {},
};

const wrong = people('no address');

/** A migration that has fired; `change` is made before. */
const fired =
  (definition: object, change: (world: Staged) => void = () => undefined) =>
  async () => {
    const world = withSteps(definition);
    change(world);
    const due = world.now().toISOString();
    if ('startWithin' in definition) world.pass(3 * hour);
    world.fire('nightly', due);
    await world.settle();
    return world;
  };

/** A migration that a person has started. */
async function started(how: object, world = withSteps()): Promise<Staged> {
  await world.until(world.call('actOnMigration', '/migrations/nightly/start', how));
  await world.settle();
  return world;
}

async function cancelled(how: object): Promise<Staged> {
  const world = withSteps();
  await world.until(world.call('actOnMigration', '/migrations/nightly/start', how));
  const [{ migrationId = '' } = {}] = await world.migrations.migrationsOf('nightly', 1);
  await until(world, async () => (await lastRun(world))?.status === 'checking');
  await world.until(world.call('actOnMigration', `/migrations/${migrationId}/cancel`));
  await world.settle();
  return world;
}

/** Each ending of a run or a migration, whose mail names commands. */
const stages: Readonly<Record<string, () => Promise<Staged>>> = {
  ...Object.fromEntries(
    Object.entries(endings).flatMap(([status, ending]) =>
      ending === undefined ? [] : [[`a run: ${status}`, async () => (await ending.run()).world]],
    ),
  ),
  'a run: stopped for its columns': async () => {
    const world = staged();
    world.drop('inbox/client/email/kontakte.csv', 'Vorname,Nachname,E-Mail\nAda,Li,ada@example.com\n');
    await world.settle();
    return world;
  },
  'a run: dropped again without a profile': async () => {
    const world = staged();
    for (const name of ['one.csv', 'other.csv']) {
      world.drop(`inbox/client/email/${name}`, people('a@example.com'));
      await world.settle();
    }
    return world;
  },
  'a run: a wrong row without a profile': async () => {
    const world = staged();
    world.drop('inbox/client/email/one.csv', wrong);
    await world.settle();
    return world;
  },
  'a migration: succeeded': fired({}),
  'a migration: dry run by its file': fired({ dryRun: true }),
  'a migration: dry run by hand': () => started({ dryRun: true }),
  'a migration: cancelled': () => cancelled({}),
  'a migration: cancelled in its dry run': () => cancelled({ dryRun: true }),
  'a migration: failed': fired({}, (world) => world.put(first.file, wrong)),
  'a migration: partly imported': fired({ ifStepFails: 'goOn' }, (world) => world.put(first.file, wrong)),
  'a migration: failed and undone': fired({ ifStepFails: 'undo' }, (world) =>
    world.put(`${rest.prefix}d.csv`, wrong),
  ),
  'a migration: paused': fired({ paused: true }),
  'a migration: too late': fired({ startWithin: '2 hours' }),
};

/** What a person has corrected: the sheet of each command, and the file of the migration. */
async function correct(words: readonly string[], { s3 }: Staged): Promise<void> {
  const isSaving = ['--original', '--result', '--plan', '--report'].includes(words.at(-2) ?? '');
  for (const word of words) {
    // A file that is saved must not replace what an earlier mail had corrected.
    if (isSaving) await rm(join(system.cwd, word), { force: true });
    else if (word.endsWith('.csv')) await system.write(word, people('x@example.com'));
    if (word !== 'nightly.json') continue;
    const { dryRun: _, ...definition } = JSON.parse(s3.get('drops', `migrations/${word}`) ?? '{}');
    await system.write(word, definition);
  }
}

describe('the commands in the mail about', () => {
  const seen = new Set<string>();

  it.each(Object.entries(stages))('%s do what they say', async (_, stage) => {
    let world = await stage();
    const { text = '' } = world.mails.at(-1) ?? {};
    const commands = [...new Set(commandsIn(text))];
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) {
      // An act changes what the next command would find, which is meant where they are in order.
      const hasActed = system.seen.some(({ method }) => method !== 'GET');
      if (hasActed && !text.includes('in their order')) world = await stage();
      system.seen.length = 0;
      const words = wordsOf(command.replace('IMPORT_ID', 'imp-9'));
      const shape = shapeOf(words);
      seen.add(shape);
      expect(table, command).toHaveProperty([shape]);
      const { status = 0, after } = table[shape] ?? {};
      await correct(words, world);
      // After the time from which the mail offers it.
      world.pass(16 * minute);
      terminalOn(system, world);
      const captured = await system.sluice(words);
      expect(captured.status, `${command}\n${captured.stderr}${captured.stdout}`).toBe(status);
      await after?.(world, words);
    }
  });

  it('are of every shape in the table', () => {
    expect([...seen].toSorted()).toEqual(Object.keys(table).toSorted());
  });
});
