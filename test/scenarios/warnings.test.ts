import { expect, it } from 'vitest';
import { expectEnd, sheetOf, staged } from './staging.ts';

const people = (name: string, phone: (at: number) => string) =>
  sheetOf(
    'email,Home phone',
    ...Array.from({ length: 10 }, (_, at) => `${name}${at}@example.com,${phone(at)}`),
  );
const full = (at: number) => `+49 30 55500${at}`;
const blank = () => '';

it('a run warns of a column that is blank and was not in the last runs of its folder, and its history has that', async () => {
  const world = staged({ profile: { columns: { Phone: 'homePhone' }, optional: ['Phone'], batchSize: 50 } });
  const drop = async (name: string, text: string, folder = 'members') => {
    const runId = world.drop(`inbox/${folder}/${name}.csv`, text);
    await expectEnd(world, runId, 'succeeded');
    return world.runOf(runId);
  };
  expect((await drop('first', people('a', blank))).reading?.warnings).toBeUndefined();
  expect((await drop('direct', people('b', full), 'client/email')).reading?.warnings).toBeUndefined();
  const other = await drop('elsewhere', people('c', blank), 'client/email');
  expect(other.reading?.warnings).toMatchObject([{ kind: 'blankColumn', rows: 10 }]);
  // The folder of the profile had no full column yet.
  expect((await drop('second', people('d', full))).reading?.warnings).toBeUndefined();
  expect((await drop('third', people('e', blank))).reading?.warnings).toBeUndefined();
  const renamed = people('f', blank).replace('Home phone', 'Phone');
  expect((await drop('renamed', renamed)).reading?.warnings).toBeUndefined();
});

it('the warning states both shares, and repeats of the reading change nothing', async () => {
  const world = staged();
  const first = world.drop('inbox/members/first.csv', people('a', full));
  await expectEnd(world, first, 'succeeded');
  world.crash('readDrop', 5);
  const second = world.drop(
    'inbox/members/second.csv',
    people('b', (at) => (at === 0 ? full(at) : '')),
  );
  await expectEnd(world, second, 'succeeded');
  expect(world.deaths()).toBe(1);
  const text =
    'Column "Home phone" is blank in 90 % of the rows; in the last run of this folder it was blank in 0 %. Its values may be lost.';
  expect((await world.runOf(second)).reading?.warnings).toEqual([{ kind: 'blankColumn', rows: 9, text }]);
  expect(world.mails.at(-1)?.text).toContain('Column "Home phone" is blank in 90 % of the rows');
});
