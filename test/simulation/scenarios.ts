import { sealKeys, sealSchema, verifyList, verifySeals } from '@sluice/ledger';
import { migrationScenarios } from './migration-scenarios.ts';
import { peopleScenarios } from './people-scenarios.ts';
import { good, inbox, one, other, row, settings, sheet, type Scenario } from './scenario.ts';
import type { World } from './world.ts';

const refuse = ({ name }: Readonly<Record<string, unknown>>) =>
  name === 'Canary b' ? 'name: a name that is not taken' : undefined;
/** Row 3 is refused by the service, row 5 never leaves. */
const withBadRows = sheet(row('a'), row('b'), row('c'), 'no address,Canary d');

/** The audit bucket proves every run of the scenario, and itself (invariant 21). */
function checkSeals({ s3, violations }: World, runId: string): void {
  const text = (key: string) => s3.get('audit', key) ?? '';
  const days = s3.keys('audit').flatMap((key) => /^seals\/(.+)\.json$/u.exec(key)?.[1] ?? []);
  const seals = days.toSorted().map((day) => sealSchema.parse(JSON.parse(text(sealKeys.seal(day)))));
  const lists = seals.map((seal) => ({ seal, list: text(sealKeys.heads(seal.day)) }));
  const found = [...verifySeals(seals), ...lists.flatMap(({ seal, list }) => verifyList(seal, list))];
  if (seals.length !== 3 || found.length > 0) violations.push('invariant 21: the seals are broken');
  if (lists.filter(({ list }) => list.includes(runId)).length !== 1)
    violations.push('invariant 21: a run that ended is not sealed once');
}

/** The run is in a list of its day before the day is over (invariant 21). */
function checkHourlyList({ s3, violations }: World, runId: string): void {
  const lists = s3.keys('audit').filter((key) => /^heads\/[\d-]+\//u.test(key));
  if (lists.filter((key) => s3.get('audit', key)?.includes(runId)).length !== 1)
    violations.push('invariant 21: a run is not in one list of its day');
}

/** Each channel that is connected got the notice of the end, and a second one at most after a fault (invariant 13). */
function checkNotices({ channels, notices, fired, violations }: World): void {
  for (const name of channels) {
    const sent = notices.filter((notice) => notice === name).length;
    if (sent < 1 || sent > 1 + fired.length)
      violations.push(`invariant 13: ${sent} notices to the channel ${name} about one end`);
  }
}

/** The next day is sealed: the schedule of the seals fires until a start of it was seen to end well. */
async function seal(world: World, minutes = 1560): Promise<void> {
  world.pass(minutes * 60_000);
  for (let tried = 0; tried < 5; tried += 1)
    if ((await world.until(world.invoke('sealHistory', (functions) => functions.sealHistory()))) === 'done')
      return;
}

const hasDeadLetters = ({ sqs }: World) => sqs.messages.some(({ queue }) => queue.startsWith('dead'));

export const scenarios: readonly Scenario[] = [
  {
    name: 'the history of two days is sealed',
    options: { isOurs: true },
    play: async (world) => {
      settings(world);
      const expected = await one(world, good, ['succeeded']);
      await seal(world, 0);
      for (const { runId } of expected) checkHourlyList(world, runId);
      await seal(world);
      await seal(world);
      for (const { runId } of expected) checkSeals(world, runId);
      return expected;
    },
  },
  {
    name: 'all good, at our service',
    options: { isOurs: true },
    play: (world) => {
      settings(world);
      return one(world, good, ['succeeded']);
    },
  },
  {
    name: 'all good, with a topic and a webhook beside the mail',
    options: { isOurs: true, hasChannels: true },
    play: async (world) => {
      settings(world);
      const expected = await one(world, good, ['succeeded']);
      checkNotices(world);
      return expected;
    },
  },
  {
    name: 'all good, at a service without key and preview',
    options: { isOurs: false },
    play: (world) => {
      settings(world);
      return one(world, good, ['succeeded']);
    },
  },
  {
    name: 'bad rows stop the run',
    options: { isOurs: true, refuse },
    play: (world) => {
      settings(world);
      return one(world, withBadRows, ['rejected']);
    },
  },
  {
    name: 'bad rows are left out, at a service that names one at a time',
    options: { isOurs: true, refuse, names: 'one' },
    play: (world) => {
      settings(world, { invalidRows: 'skip' });
      return one(world, withBadRows, ['partly_succeeded']);
    },
  },
  {
    name: 'two files in one lane',
    options: { isOurs: true },
    play: async (world) => {
      settings(world);
      const texts = [good, sheet(row('d'), row('e'), row('f'))];
      const runIds = texts.map((text, at) => world.drop(`inbox/members/file ${at}.csv`, text));
      await world.settle();
      return runIds.map((runId) => ({ runId, ends: ['succeeded'] }));
    },
  },
  {
    name: 'a dead letter redriven, and a mail that bounces',
    options: { isOurs: true },
    play: async (world) => {
      settings(world);
      const runId = world.drop(inbox, good, { isEventDead: true });
      for (let tried = 0; tried < 5 && hasDeadLetters(world); tried += 1) {
        await world.until(world.redrive());
        world.pass(3 * 60_000);
      }
      await world.settle();
      const bounce = { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'team@example.com' }] };
      const mail = { messageId: 'mail-1', tags: { runId: [runId] } };
      const event = JSON.stringify({ eventType: 'Bounce', mail, bounce });
      for (const again of [event, event]) world.sqs.send('mailEvents', again);
      await world.settle();
      return [{ runId, ends: ['succeeded'] }];
    },
  },
  {
    name: 'the same content twice, and one event lost',
    options: { isOurs: true },
    play: async (world) => {
      settings(world);
      const ends = ['succeeded', 'duplicate'] as const;
      const first = world.drop(inbox, good, { isEventLost: true });
      const second = world.drop(other, good);
      await world.settle();
      const statuses = [(await world.runOf(first)).status, (await world.runOf(second)).status];
      if (!ends.every((status) => statuses.includes(status)))
        throw new Error(`invariant 7: of the same content twice one is imported, not ${statuses.join()}`);
      return [first, second].map((runId) => ({ runId, ends }));
    },
  },
  ...peopleScenarios,
  ...migrationScenarios,
];
