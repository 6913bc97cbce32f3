import { applies } from '@sluice/local/iam';
import { expect, test } from 'vitest';
import { peoplePermissions } from '../../infra/testing/people.ts';
import { permissions } from '../../infra/testing/statements.ts';
import { allActs } from './acts.ts';
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
  for (const { place, verb, stack, requests, callers } of await allActs()) {
    const who = all
      // Routes are the only resources that roles of another stack may use; ids are unique in a stack.
      .filter(({ holder, action }) => holder.startsWith(stack) || action === 'execute-api:Invoke')
      .filter((one) => requests.some((request) => applies(one, request)))
      .map(({ holder }) => nameOf(holder));
    const names = callers ? [callers] : [...new Set(who)].toSorted();
    const verbs = (found[place] ??= []);
    if (names.length > 0) verbs.push(`${verb}: ${names.join(' ')}`);
  }
  return Object.fromEntries(Object.entries(found).map(([place, verbs]) => [place, verbs.join('; ')]));
}

test('each role may do what the table says, and nothing else; every route, prefix, table, queue and function is in it', async () => {
  expect(await actual()).toEqual(whoMay);
});
