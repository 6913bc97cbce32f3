import { createHash } from 'node:crypto';
import * as z from 'zod';
import { readJson, writeJson } from '../base/files.ts';

const personSchema = z.object({
  email: z.string(),
  name: z.string(),
  groups: z.array(z.string()),
  enabled: z.boolean().default(true),
});
/** Somebody who may sign in at the user pools of this machine, without a password. */
export type Person = z.infer<typeof personSchema>;
export type GivenPerson = Omit<Person, 'enabled'>;

/** In a file, so that changes survive a restart. */
export interface People {
  all(): readonly Person[];
  /** By its `sub`. */
  byId(id: string): Person | undefined;
  byEmail(email: string): Person | undefined;
  save(person: Person): void;
}

/** Cognito's `sub`: the same at every start. */
export function idOf({ email }: Pick<Person, 'email'>): string {
  const hex = createHash('sha256').update(email).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

export function openPeople(file: string, given: readonly GivenPerson[]): People {
  const kept = readJson(file, z.array(personSchema)) ?? [];
  const saved = new Map(kept.map((person) => [person.email, person]));
  const all = () => [
    ...given.map((person) => saved.get(person.email) ?? { ...person, enabled: true }),
    ...[...saved.values()].filter(({ email }) => !given.some((one) => one.email === email)),
  ];
  return {
    all,
    byId: (id) => all().find((person) => idOf(person) === id),
    byEmail: (email) => all().find((person) => person.email === email),
    save: (person) => {
      saved.set(person.email, person);
      writeJson(file, [...saved.values()]);
    },
  };
}
