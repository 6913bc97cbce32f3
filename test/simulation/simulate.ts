import { breachesOf, breachesOfMigration, isPrivate } from './checks.ts';
import { decisionsOf, type Decisions } from './decisions.ts';
import type { FaultKind } from './effects.ts';
import { lookAt } from './engine/look.ts';
import { breachesOfHistory } from './engine/oracle.ts';
import { decideTruthfully, finish } from './finish.ts';
import { captureLog, takeLog } from './log-lines.ts';
import { eraseNobody, eraseWhole, objectsWith } from './erasing.ts';
import { at, optionsOf, sheetOf } from './seeded.ts';
import { minute } from './triggers.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

/** What came of one seed. */
export interface Simulated {
  readonly seed: number;
  readonly breaches: readonly string[];
  /** A number that two runs share only when they had one history. */
  readonly hash: number;
  readonly decisions: ReadonlySet<string>;
  readonly fired: readonly { readonly effect: string; readonly kind: FaultKind }[];
  readonly acts: readonly string[];
  readonly statuses: readonly string[];
  readonly effects: number;
  readonly failures: readonly string[];
}

export interface SimulateOptions {
  /** Every other decision is the plain one. */
  readonly kept?: ReadonlySet<string> | undefined;
  /** The kinds of fault that there are; all when absent. */
  readonly kinds?: readonly FaultKind[] | undefined;
  /** Every process goes on to its end before the next one: nothing is late, and nobody sleeps. */
  readonly ordered?: boolean | undefined;
  /** What connects the functions to the cloud; ports in memory when absent. */
  readonly backend?: WorldOptions['backend'] | undefined;
  /** What goes on, line by line. */
  readonly onStep?: ((line: string) => void) | undefined;
}

const inbox = 'inbox/members/people.csv';
const other = 'inbox/members/others.csv';
const people = { schema: 'client', lookup: 'email' } as const;
const erased = { record: 'p2@example.com', receipt: 'a receipt of a person' };

/** Lets one seed decide a whole history: what is dropped, who does what meanwhile, what fails, and which process goes next. */
export async function simulate(
  seed: number,
  { kept, kinds, ordered = false, backend, onStep }: SimulateOptions = {},
): Promise<Simulated> {
  captureLog();
  takeLog();
  const decisions = decisionsOf(seed, kept);
  const options = optionsOf(decisions, { kinds, ordered });
  const world = createWorld({ ...options, ...(backend && { backend }), ...(onStep && { onStep }) });
  const scenario = begin(world, decisions, {
    isOurs: options.isOurs === true,
    ordered,
    ...(onStep && { onStep }),
  });
  const breaches: string[] = [];
  try {
    await scenario.play();
    breaches.push(...(await breachesOf(world, scenario.runIds)));
    for (const migrationId of scenario.migrations)
      breaches.push(...(await breachesOfMigration(world, migrationId)));
    breaches.push(...breachesOfRate(world));
    breaches.push(...(await breachesOfService(world)));
    if (decisions.made.size === 0) breaches.push(...(await breachesOfPlain(world, scenario.runIds)));
  } catch (error) {
    breaches.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const line = takeLog().find(isPrivate);
  if (line !== undefined) breaches.push(`invariant 15: the log has a cell in it: ${line}`);
  const runs = await Promise.all(scenario.runIds.map((runId) => world.ledger.run(runId)));
  return {
    seed,
    breaches,
    hash: world.hash(),
    decisions: decisions.made,
    fired: [...world.fired, ...world.serviceFired],
    acts: scenario.acts,
    statuses: runs.map((run) => run?.status ?? 'absent'),
    effects: world.effects.length,
    failures: world.failures,
  };
}

/** Nobody else calls, so more calls of an hour than were leased are refused only where a fault hides what an answer reports. */
function breachesOfRate({ service, fired }: World): string[] {
  const refused = service.hours().reduce((sum, hour) => sum + hour.refused, 0);
  return refused > fired.length ? [`invariant 11: the service refused ${refused} calls of an hour`] : [];
}

/** What the service committed is explained by what it was asked, as in its own histories. */
async function breachesOfService({ service, serviceFired }: World): Promise<string[]> {
  const site = service.site();
  const faults = service.world.faultsOfWorkers(serviceFired);
  const seen = { service: service.world, calls: service.called, sites: site ? [site] : [], faults };
  return breachesOfHistory(await lookAt(seen));
}

async function breachesOfPlain(world: World, runIds: readonly string[]): Promise<string[]> {
  const runs = await Promise.all(runIds.map(world.runOf));
  return runs.every(({ status }) => status === 'succeeded') ? [] : ['a plain run does not succeed'];
}

interface SeededScenario {
  readonly runIds: string[];
  readonly migrations: string[];
  readonly acts: string[];
  play(): Promise<void>;
}

function begin(
  world: World,
  decisions: Decisions,
  { isOurs, ordered, onStep }: Pick<WorldOptions, 'isOurs' | 'onStep'> & { readonly ordered: boolean },
): SeededScenario {
  const [runIds, migrations, acts]: [string[], string[], string[]] = [[], [], []];
  const batchSize = at(decisions, 'batch size', [10, 4, 3]);
  world.profile({
    schema: 'client',
    lookup: 'email',
    batchSize,
    emails: ['team@example.com'],
    ...(decisions.chance('skips invalid rows', 0.4) && { invalidRows: 'skip' }),
    ...(decisions.chance('asks for approval', 0.25) && { approval: 'ask' }),
    ...(decisions.chance('has guard rails', 0.2) && {
      guardRails: { mostChanged: decisions.pick('most changed', 3) },
    }),
  });
  const first = sheetOf(decisions, 'the first file', 1);
  const dropped = (key: string, text: string) => {
    const isEventLost = decisions.chance(`event ${runIds.length} is lost`, 0.1);
    const isEventDead = decisions.chance(`event ${runIds.length} is dead`, 0.05);
    runIds.push(world.drop(key, text, { isEventLost, isEventDead }));
  };
  const drops: Readonly<Record<string, () => void>> = {
    'drop the same again': () => dropped(other, first),
    'drop a new version': () => dropped(inbox, sheetOf(decisions, 'the new version', 1)),
    'drop another file': () => dropped(other, sheetOf(decisions, 'another file', 3)),
  };
  const onRun = (name: string) => () => {
    const runId = runIds[decisions.pick(`run of act ${acts.length}`, runIds.length)] ?? '';
    return world.call('actOnRun', `/runs/${runId}/${name}`);
  };
  const isFirst = (name: string) => acts.indexOf(name) === acts.length - 1;
  const somebody: Readonly<Record<string, () => unknown>> = {
    ...drops,
    cancel: onRun('cancel'),
    approve: onRun('approve'),
    undo: onRun('undo'),
    decide: () => decideTruthfully(world, runIds),
    redrive: () => world.redrive(),
    'change a record by hand': () => {
      const known = world.service.records.get('p2@example.com')?.id;
      const who = known === undefined ? { email: 'p2@example.com' } : { id: known };
      return world.service.ask('saveUsers', { users: [{ ...who, name: 'Canary by hand' }] });
    },
    'another program imports': () => {
      const records = [1, 2, 3, 4]
        .filter((row) => decisions.chance(`another program writes ${row}`, 0.6))
        .map((row) => ({ email: `p${row}@example.com`, name: `Canary of a program ${acts.length}` }));
      return records.length > 0 && world.service.ask('import', { recordSets: [{ ...people, records }] });
    },
    // Longer than the service knows a key. The first sweep looks back for two days.
    'nothing moves for a day': () => isFirst('nothing moves for a day') && world.outage(25 * 60 * minute),
    'kill an execution': () => {
      const [running] = [...world.sfn.executions.values()].filter((one) => one.running).toReversed();
      if (running) running.running = false;
    },
    'repeat a message': () => {
      const [message] = world.sqs.messages;
      if (message) world.sqs.send(message.queue, message.body);
    },
    'mail bounces': () => bounce(world),
    'revert in the control panel': () => reverted(world),
    ...(isOurs && {
      'start a migration': () => {
        world.put('migrations/people/first.csv', sheetOf(decisions, 'the file of a migration', 4));
        const step = {
          name: 'First',
          file: 'migrations/people/first.csv',
          schema: 'client',
          lookup: 'email',
        };
        const second = { ...step, name: 'Second', file: 'migrations/people/second.csv' };
        const hasSecond = decisions.chance('a migration has two steps', 0.5);
        if (hasSecond) world.put(second.file, sheetOf(decisions, 'the second file of a migration', 6));
        const ifStepFails = at(decisions, 'the rule of a migration', ['stop', 'undo']);
        const steps = hasSecond ? [step, second] : [step];
        world.put('migrations/nightly.json', JSON.stringify({ steps, ifStepFails }));
        migrations.push(world.fire('nightly'));
      },
      'cancel a migration': () =>
        migrations[0] && world.call('actOnMigration', `/migrations/${migrations[0]}/cancel`),
      'undo a migration': () =>
        migrations[0] && world.call('actOnMigration', `/migrations/${migrations[0]}/undo`),
    }),
  };

  const isErased = decisions.chance('a person is erased', 0.1);

  const hasSent = () => world.service.calls.some(({ dryRun }) => !dryRun);

  async function play(): Promise<void> {
    dropped(inbox, first);
    // What races with everything else comes more often.
    const names = [...Object.keys(somebody), 'cancel', 'cancel', 'approve', 'approve', 'undo'];
    const planned = Array.from({ length: 6 }, (_, number) => number)
      .filter((number) => decisions.chance(`act ${number}`, 0.35))
      .map((number) => ({
        step: decisions.pick(`when act ${number}`, 160),
        name: names[decisions.pick(`what act ${number}`, names.length)] ?? '',
      }))
      .concat(isErased ? { step: decisions.pick('when a person is erased', 160), name: 'erase' } : [])
      .toSorted((one, two) => one.step - two.step);
    for (const { step, name } of planned) {
      await world.settle(() => world.scheduler.steps() >= step && !(ordered && world.scheduler.isBusy()));
      // The day begins when it matters most: a batch may be there, and nobody knows.
      if (name === 'nothing moves for a day') await world.settle(hasSent);
      acts.push(name);
      onStep?.(`-- somebody: ${name}`);
      void (name === 'erase' ? world.call('eraseRuns', '/erase', erased) : somebody[name]?.());
    }
    await world.settle();
    await finish(world, runIds);
    await lookAfterImports(world);
    if (isErased) await eraseFinally();
  }

  /** Nothing of her is left but the ids of her records, which begin so. */
  async function eraseFinally(): Promise<void> {
    await eraseWhole(world, runIds, erased.record);
    await world.settle();
    await finish(world, runIds);
    await eraseNobody(world, runIds);
    const left = objectsWith(world, /(?<!id-)p2@example\.com/u);
    if (left.length > 0) throw new Error(`expected nothing of an erased person, found ${left.join()}`);
  }

  return { runIds, migrations, acts, play };
}

/** An operator reverts the last import, which the service publishes. */
async function reverted({ service }: World): Promise<void> {
  const { importId } = [...service.imports.values()].findLast(({ dryRun }) => !dryRun) ?? {};
  if (importId !== undefined) await service.ask('revertImport', { importId }, { isControl: true });
}

/** Somebody asks for each import that has not ended, though whoever began it asks no more. */
async function lookAfterImports(world: World): Promise<void> {
  const { service } = world;
  for (let asked = 0; asked < 30; asked += 1) {
    const states = new Map<string, string>();
    for (const one of service.world.log)
      if (one.kind === 'import') states.set(one.item.importId, one.item.state);
    const open = [...states].filter(([, state]) => !ends.includes(state));
    if (open.length === 0) return;
    for (const [importId, state] of open) {
      const isControl = state === 'reverting';
      await service.ask(isControl ? 'getRevert' : 'importStatus', { importId }, { isCalm: true, isControl });
    }
    await world.later(6 * minute);
    await world.settle();
  }
}
const ends = ['success', 'error', 'invalid', 'valid', 'reverted'];

function bounce({ mails, sqs }: World): void {
  const number = mails.findIndex(({ tags }) => tags['runId'] !== undefined);
  if (number < 0) return;
  const bounce = { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'team@example.com' }] };
  const mail = { messageId: `mail-${number + 1}`, tags: { runId: [mails[number]?.about] } };
  sqs.send('mailEvents', JSON.stringify({ eventType: 'Bounce', mail, bounce }));
}
