import { meantRoles } from '../system/roles.ts';
import { printable } from '@sluice/contract/words';
import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import type { Command } from '../command/command.ts';
import { commandLine } from '../io/shell.ts';
import type { Services } from '../io/services.ts';
import {
  addPerson,
  removePerson,
  withUserPool,
  type Added,
  type GivenPerson,
  type Removed,
} from '../system/user-pool.ts';

interface PersonOptions {
  readonly act: 'add' | 'remove';
  readonly email: string;
  /** To add somebody. Several with commas. */
  readonly role?: string;
  readonly group?: string | undefined;
  readonly name?: string | undefined;
}
type Outcome = Added | Removed;

async function person(options: PersonOptions, services: Services): Promise<Outcome> {
  const email = addressOf(options.email);
  if (options.act === 'remove') return withUserPool(services, (pool) => removePerson(pool, email));
  const given: GivenPerson = {
    email,
    name: options.name?.trim() || email,
    roles: meantRoles(options.role ?? ''),
    groups: (options.group ?? '').split(',').flatMap((name) => name.trim() || []),
  };
  return withUserPool(services, (pool) => addPerson(pool, given));
}

function addressOf(text: string): string {
  const { data: email } = z.email().max(320).safeParse(text.trim());
  if (email !== undefined) return email;
  throw new CliError(
    'usage',
    `${printable(text)} is no e-mail address. Expected one such as ana@example.com.`,
  );
}

function text(outcome: Outcome): string {
  const email = printable(outcome.email);
  if (outcome.act === 'remove')
    return outcome.changed
      ? `${email} is removed, and out of the console within 15 minutes.`
      : `${email} was removed already. Nothing was changed.`;
  const { person: how, gained } = outcome;
  const groups = outcome.groups.length === 0 ? '' : ` Groups: ${outcome.groups.join(', ')}.`;
  const roles = `Roles: ${outcome.roles.join(', ')}.${groups}`;
  if (how === 'new') return `${email} may sign in now; \`${commandLine('console')}\` prints where. ${roles}`;
  if (how === 'invited') return `${email} had not signed in yet, and gets another invitation. ${roles}`;
  if (how === 'back') return `${email} was removed before, and may sign in again. ${roles}`;
  if (gained.length === 0) return `${email} is there already. Nothing was changed. ${roles}`;
  return `${email} is there already, and is ${gained.join(' and ')} too now. ${roles}`;
}

/** Lets somebody sign in to the console, or no longer. */
export const command: Command<PersonOptions, Outcome> = {
  run: person,
  text: (outcome) => [text(outcome)],
};
