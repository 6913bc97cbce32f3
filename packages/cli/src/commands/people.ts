import { printable } from '@sluice/contract/words';
import type { Command } from '../command/command.ts';
import { listPeople, withUserPool, type PersonJson } from '../system/user-pool.ts';
import { commandLine } from '../io/shell.ts';
import { underHeadings, type Lines } from '../io/columns.ts';

const stateWords = { active: '', invited: 'has not signed in yet', removed: 'removed' };

function text(people: readonly PersonJson[]): Lines {
  if (people.length === 0)
    return [`Nobody. Add the first: ${commandLine('people', 'add', 'EMAIL', '--role', 'admin')}`];
  const lines = people.map(({ email, name, roles, groups, state }) =>
    [email, name, [...roles, ...groups].join(', '), stateWords[state]].map(printable),
  );
  return underHeadings(['e-mail', 'name', 'roles and groups', ''], lines);
}

/** Lists who may sign in to the console. */
export const command: Command<object, PersonJson[]> = {
  run: (_options, services) => withUserPool(services, listPeople),
  text,
};
