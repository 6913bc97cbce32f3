import { hash } from 'node:crypto';
import { parseJson } from '@sluice/contract';
import * as z from 'zod';

/**
 * Steps are stored as JSON with a line for each row, so that a hash covers each row alone. A row begins with a salt: who has only
 * the hash cannot guess the values. An erase puts the hash in the place of the row, and the salt is gone; all other rows stay
 * provable. `docs/audit.md` has the rules.
 */

const sha256 = (text: string): string => hash('sha256', text);

/** JSON that has a line for each row between its first and its last line. */
const joined = (head: string, rows: readonly string[], tail: string): string =>
  `${head}\n${rows.join(',\n')}\n${tail}`;

/** What salts are made from: 120 bits that cannot be guessed. */
export const saltSecret = (newId: () => string): string => newId() + newId();

/** Salts of 128 bits. They tell nothing about one another: the secret is not stored. */
const salted = (rows: readonly object[], secret: string): string[] =>
  rows.map((row, at) =>
    JSON.stringify({ salt: hash('sha256', `${secret} ${at}`, 'base64url').slice(0, 22), ...row }),
  );

/** The text of an object whose last member is its list of rows. */
export function textOfRows(
  facts: object,
  [name, rows]: readonly [string, readonly object[]],
  secret: string,
): string {
  return joined(JSON.stringify({ ...facts, [name]: [] }).slice(0, -2), salted(rows, secret), ']}');
}

export const textOfPlan = (
  { steps, ...facts }: { readonly steps: readonly object[] },
  secret: string,
): string => textOfRows(facts, ['steps', steps], secret);

export const textOfSteps = (steps: readonly object[], secret: string): string =>
  joined('[', salted(steps, secret), ']');

const erasedRow = z.looseObject({ hash: z.string().regex(/^[0-9a-f]{64}$/u) });

const rowOf = (line: string): string => (line.endsWith(',') ? line.slice(0, -1) : line);

/** The hash that an erase has put in the place of a row. It must be one row: what follows it would not be covered. */
const erasedHash = (row: string): string | undefined =>
  row.startsWith('{"hash":') ? erasedRow.safeParse(parseJson(row)).data?.hash : undefined;

const hashOfRow = (row: string): string => erasedHash(row) ?? sha256(row);

/** The hash of the list of the hashes of all lines. It stays the same when rows are erased. */
export function hashOfRows(text: string): string {
  const hashes = text.split('\n').map((line) => `${hashOfRow(rowOf(line))}\n`);
  return sha256(hashes.join(''));
}

/** The hash of some objects and one more. */
export const withNext = (before: string | undefined, next: string): string =>
  before === undefined ? next : sha256(`${before}\n${next}\n`);

export const hashOfRowTexts = (texts: readonly string[]): string | undefined =>
  texts.reduce<string | undefined>((before, text) => withNext(before, hashOfRows(text)), undefined);

export const isErasedRow = (row: unknown): boolean => erasedRow.safeParse(row).success;

/** A row as it is read: of an erased one nothing but its place counts, since nothing else of it is covered. */
export const readRow = (row: unknown): unknown =>
  isErasedRow(row)
    ? { ...z.looseObject({}).parse(row), action: 'unchanged', before: null, changes: {} }
    : row;

/** What names a row within its import: 64 bits of its hash. */
export const shortHash = (hash: string): string => hash.slice(0, 16);

/** The hashes of the rows that were erased. */
export const erasedIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.split('\n').flatMap((line) => erasedHash(rowOf(line)) ?? []));

/**
 * The text with some rows erased. `erased` returns what stays of a row, or undefined if all of it does; `hashes` gets the hash of
 * each.
 */
export function withoutRows(
  text: string,
  erased: (row: unknown) => object | undefined,
  hashes: string[] = [],
): string {
  const lines = text.split('\n').map((line) => {
    const row = rowOf(line);
    if (!/^\{"(?:salt|hash)":/u.test(row)) return line;
    const left = erased(JSON.parse(row));
    if (left === undefined) return line;
    const hash = hashOfRow(row);
    hashes.push(hash);
    return JSON.stringify({ hash, ...left }) + line.slice(row.length);
  });
  return lines.join('\n');
}
