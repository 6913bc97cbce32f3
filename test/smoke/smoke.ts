import type { Captured } from '@sluice/cli/testing/captured';
import * as z from 'zod';
import type { ControlPanel } from '../conformance/prepare.ts';

/** One command of the command line, as a person gives it. */
export type Sluice = (...argv: string[]) => Promise<Captured>;

/** What the checks work with. Everything that they make has the mark in its name. */
export interface Smoke {
  /** Such as `smoke-20261122-203512-a1b2`. */
  readonly mark: string;
  readonly sluice: Sluice;
  /** The same as another person, who may approve. Undefined if nobody else was named. */
  readonly second: Sluice | undefined;
  /** Options that name the control panel, where the stack does not. */
  readonly panel: readonly string[];
  readonly serviceUrl: string | undefined;
  /** A file for a command. */
  readonly write: (name: string, content: string | object) => Promise<void>;
  /** What a command has saved. */
  readonly read: (name: string) => Promise<string>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => Date;
  /** Aborted at Ctrl-C, and when the time of the check is over. */
  readonly signal: AbortSignal;
  /** What a check leaves to those after it. */
  readonly done: { landed?: string };
}

/** Thrown by a check that could prove nothing. */
export class NotChecked extends Error {
  override readonly name = 'NotChecked';
}

export function expect(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}

interface Asked<T> {
  readonly schema: z.ZodType<T>;
  /** The exit codes that are answers; 0 when absent. */
  readonly exits?: readonly number[];
}

/** The JSON that a command prints. @throws Error with the command and what it said */
export async function ask<T>(
  sluice: Sluice,
  argv: readonly string[],
  { schema, exits = [0] }: Asked<T>,
): Promise<T> {
  const { status, stdout, stderr } = await sluice(...argv, '--format', 'json');
  if (exits.includes(status)) return schema.parse(JSON.parse(stdout));
  const reason = reasonIn(stderr) || stdout;
  // As commands put it for somebody else's server that cannot undo.
  if (reason.includes('revertUrl')) throw new NotChecked(reason);
  throw new Error(`\`npx sluice ${argv.join(' ')}\` ended with ${status}: ${reason}`);
}

/** Without the lines of progress. */
export function reasonIn(stderr: string): string {
  const lines = stderr.trim().split('\n');
  return (lines.findLast((line) => line.startsWith('sluice: ')) ?? lines.at(-1) ?? '').replace(
    'sluice: ',
    '',
  );
}

/** Asks until there is an answer. @throws Error after so many seconds: what was expected, and where */
export async function until<T>(
  { now, sleep, signal }: Pick<Smoke, 'now' | 'sleep' | 'signal'>,
  { seconds, what }: { readonly seconds: number; readonly what: string },
  tryOnce: () => Promise<T | undefined>,
): Promise<T> {
  const begun = now().getTime();
  while (!signal.aborted && now().getTime() - begun < seconds * 1000) {
    const answer = await tryOnce();
    if (answer !== undefined) return answer;
    await sleep(1000);
  }
  throw new Error(`Not within ${seconds} s: ${what}`);
}

const peopleSchema = z.object({
  items: z.array(z.looseObject({ id: z.string(), email: z.string().nullable() })),
});
export type Person = z.infer<typeof peopleSchema>['items'][number];

/** The people whose e-mail address contains a word; deleted ones are not among them. */
export async function peopleWith(word: string, sluice: Sluice): Promise<readonly Person[]> {
  const body = JSON.stringify({ q: word, fields: ['id', 'email', 'userType'], limit: 1000 });
  return (await ask(sluice, ['call', 'getUsers', body], { schema: peopleSchema })).items;
}

/** A search may lag a write by seconds. */
export function peopleAre(count: number, word: string, smoke: Smoke): Promise<true> {
  const what = `the service has ${count} of the people ${word}, as getUsers lists them.`;
  return until(smoke, { seconds: 30, what }, async () =>
    (await peopleWith(word, smoke.sluice)).length === count ? true : undefined,
  );
}

/** Through the command line. */
export const controlOf =
  ({ sluice, panel }: Pick<Smoke, 'sluice' | 'panel'>): ControlPanel =>
  (operation, input) =>
    ask(sluice, ['control', operation, JSON.stringify(input), ...panel], {
      schema: z.record(z.string(), z.unknown()),
    });
