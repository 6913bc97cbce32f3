import { expect, test } from 'vitest';
import { peoplePermissions } from '../../infra/testing/people.ts';
import { permissions } from '../../infra/testing/statements.ts';
import { allActs } from './acts.ts';
import { allows } from './iam.ts';
import { whoMay } from './who-may.ts';

/** `BulkImportStack/Reading/ReadDrop` is `ReadDrop`, `BulkImportStack.DropperPolicy` is `Dropper`. */
const nameOf = (holder: string): string =>
  holder
    .replace(/Policy$/u, '')
    .replace(/\/(Machine|ScheduleRole)$/u, '$1')
    .replace(/^.*[./]/u, '');

/** By place, who may do what. */
async function actual(): Promise<Record<string, string>> {
  const all = [...permissions(), ...peoplePermissions];
  const found: Record<string, string[]> = {};
  for (const { place, verb, stack, requests, isOpen } of await allActs()) {
    const who = all
      // Routes are the only resources that roles of another stack may use; ids are unique in a stack.
      .filter(({ holder, action }) => holder.startsWith(stack) || action === 'execute-api:Invoke')
      .filter((one) => requests.some((request) => allows(one, request)))
      .map(({ holder }) => nameOf(holder));
    const names = isOpen ? ['everybody'] : [...new Set(who)].toSorted();
    const verbs = (found[place] ??= []);
    if (names.length > 0) verbs.push(`${verb}: ${names.join(' ')}`);
  }
  return Object.fromEntries(Object.entries(found).map(([place, verbs]) => [place, verbs.join('; ')]));
}

test('each role may do what the table says, and nothing else; every route, prefix, table, queue and function is in it', async () => {
  expect(await actual()).toEqual(whoMay);
});

test.each([
  ['s3:GetObject', '<Id.Arn>/runs/1/results/a.csv', {}, true],
  ['s3:GetObject', '<Id.Arn>/runs/1/batches/a.csv', {}, false],
  ['s3:GetObject', '<Id.Arn>x/runs/1/results/a.csv', {}, false],
  ['s3:GetObjectVersion', '<Id.Arn>/runs/1/results/a.csv', {}, false],
  ['s3:GetObject', '<Id.Arn>/runs/1/results/a.csv', { key: 'T#1' }, true],
  ['s3:GetObject', '<Id.Arn>/runs/1/results/a.csv', { key: 'S#1' }, false],
])('the evaluator answers for %s on %s with %j: %j', (action, resource, context, expected) => {
  const permission = { holder: 'x', action: 's3:GetObject', resource: '<Id.Arn>/runs/*/results/*' };
  const conditions = { 'ForAllValues:StringLike': { key: ['T#*'] } };
  expect(allows({ ...permission, conditions }, { action, resource, context })).toBe(expected);
  const unknown = { ...permission, conditions: { Bool: { 'aws:SecureTransport': 'true' } } };
  if (expected) expect(() => allows(unknown, { action, resource })).toThrow('not known');
});
