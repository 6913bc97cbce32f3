import { randomUUID } from 'node:crypto';
import { invalid, Refusal } from './refusal.ts';
import type { Fields } from './options.ts';

/** The fields of section 2, and those of them that an answer has only on request. */
const user = `id name email username timezone langCode homePhone cellPhone workPhone userType isSuspended
  lastContactDate firstContactDate deleted roleIds record messageSettings privateDiscussion createdDate updatedDate`;
const interestAccount = `id name ownerNumber email phone paymentType address createdDate updatedDate customFields
  discussion`;
const issue = `id identifier updatedDate title open openedDate dueDate closedDate requesterId ownerNumbers actions
  customFields discussion action.snapshots`;
const document = `id key bytes uploadedDateNumber updatedDate description sourceUrl creatorId userIds taskId
  taskRecordId issueId interestAccountIds`;
const words = (text: string): readonly string[] => text.split(/\s+/u);
export const fieldsOf = {
  user: words(user),
  interestAccount: words(interestAccount),
  issue: words(issue),
  document: words(document),
  role: words('id name'),
  list: words('id name'),
  item: words('id title code listId'),
  response: words('id templateId answers createdDate updatedDate'),
} as const;
export type Kind = keyof typeof fieldsOf;

export interface Stored {
  readonly id: string;
  readonly kind: Kind;
  readonly site: string;
  /** In which order it was made, and last changed. */
  readonly made: number;
  readonly changed: number;
  readonly updatedAt: number;
  readonly fields: Fields;
}

/** The records of all sites, in memory. */
export function createRecords(now: () => Date) {
  const stored = new Map<string, Stored>();
  let turn = 0;
  return {
    all: (site: string, kind: Kind): Stored[] =>
      [...stored.values()].filter((one) => one.site === site && one.kind === kind),
    get: (site: string, kind: Kind, id: unknown): Stored => {
      const found = typeof id === 'string' ? stored.get(id) : undefined;
      if (found?.site !== site || found.kind !== kind)
        throw new Refusal('not_found', `There is no such ${kind}.`);
      return found;
    },
    /** Creates a record, or changes some fields of one. */
    put: (site: string, kind: Kind, fields: Fields, before?: Stored): Stored => {
      const [id, at] = [before?.id ?? randomUUID(), now()];
      const dates = {
        ...(before === undefined && { createdDate: at.toISOString() }),
        updatedDate: at.toISOString(),
      };
      turn += 1;
      const after: Stored = {
        ...{ id, kind, site, changed: turn, updatedAt: at.getTime(), made: before?.made ?? turn },
        fields: { ...before?.fields, ...fields, ...(kind === 'role' || kind === 'list' ? {} : dates), id },
      };
      stored.set(id, after);
      return after;
    },
    restore: (id: string, before: Stored | undefined): void =>
      void (before === undefined ? stored.delete(id) : stored.set(id, before)),
    copy: () => new Map(stored),
    reset: (copy: ReadonlyMap<string, Stored>): void => {
      stored.clear();
      for (const [id, one] of copy) stored.set(id, one);
    },
  };
}
export type Records = ReturnType<typeof createRecords>;

/** An e-mail is the only value whose form the interface lets one guess. */
export function problemOf(kind: Kind, fields: Fields): string | undefined {
  for (const [name, value] of Object.entries(fields)) {
    if (!fieldsOf[kind].includes(name)) return `there is no field "${name}"`;
    if (name === 'email' && typeof value === 'string' && !/^[^\s@]+@[^\s@]+$/u.test(value.trim()))
      return `email "${value}" is no address`;
    if (name === 'userType' && value !== 'client' && value !== 'professional')
      return 'userType is none of the two';
  }
  return undefined;
}

export function textIn(body: Fields, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw invalid(`${name} has to be a text.`);
  return value;
}

export function listIn<T>(body: Fields, name: string, isEntry: (entry: unknown) => entry is T): readonly T[] {
  const value = body[name];
  if (!Array.isArray(value) || value.length === 0 || !value.every(isEntry))
    throw invalid(`${name} has to be a list.`);
  return value;
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
