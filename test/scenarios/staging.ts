import { asksPerson, type RunStatus } from '@sluice/ledger';
import { expect } from 'vitest';
import { breachesOf, isPrivate } from '../simulation/checks.ts';
import type { Scripted } from '../simulation/effects.ts';
import { captureLog, takeLog } from '../simulation/log-lines.ts';
import { createWorld, type World, type WorldOptions } from '../simulation/world.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const inbox = 'inbox/members/new.csv';

export interface Staging extends WorldOptions {
  readonly profile?: object;
}

/** The flow in front of a service that previews and takes no key, with a profile; nothing fails unless a test says so. */
export function staged({ profile = {}, scripted, ...options }: Staging = {}) {
  captureLog();
  let crash: { readonly step: string; effects: number } | undefined;
  const dies: Scripted = (effect) => {
    if (effect.step !== crash?.step) return undefined;
    crash.effects -= 1;
    if (crash.effects > 0) return undefined;
    crash = undefined;
    return 'diesAfter';
  };
  const world = createWorld({
    isOurs: false,
    takesNameless: true,
    hasPreview: true,
    dryEndsSuccess: false,
    canRevert: true,
    ...options,
    scripted: (effect, args) => scripted?.(effect, args) ?? dies(effect, args),
  });
  world.profile({ schema: 'client', lookup: 'email', batchSize: 2, ...profile });
  return {
    ...world,
    resultOf: async (runId: string) => withNames(world, await world.resultOf(runId)),
    /** A process of this step dies right after its nth effect, counted over all its invocations. */
    crash: (step: string, after: number) => void (crash = { step, effects: after }),
    deaths: () => world.fired.filter(({ kind }) => kind === 'diesAfter').length,
  };
}
export type Staged = ReturnType<typeof staged>;

/** A run of this text, as far as it goes by itself. */
export async function settled(text: string, staging: Staging = {}) {
  const world = staged(staging);
  const runId = world.drop(inbox, text);
  await world.settle();
  return { world, runId };
}

/** Each real import has its effect, and its answer is lost. */
export const losesAnswers: Scripted = ({ step, command }) =>
  step === 'submitReal' && command === 'import' ? 'lost' : undefined;

/** A worker that slept writes down the importId of a batch; its message comes once more unless it is `alone`. */
export async function receiveLate(
  world: Staged,
  runId: string,
  { batch = 1, attempt = -1, at = world.now(), importId = importOf(world, batch), alone = false } = {},
): Promise<void> {
  const ref = { runId, batch, phase: 'real' } as const;
  const { owner = '' } = (await world.ledger.submission(ref))?.attempts.at(attempt) ?? {};
  await world.ledger.moveSubmission(ref, { type: 'accepted', at: at.toISOString(), owner, importId });
  if (!alone) world.sqs.send('batches', JSON.stringify({ v: 1, ...ref }));
}

/** The nth import that the service made; of real ones, too, the dry runs count. */
export const nthImport = ({ service }: Pick<World, 'service'>, number: number) =>
  [...service.imports.keys()][number - 1] ?? '';

/** With `id-` and the address of each client instead of its id. */
export function withNames<T extends string | undefined>({ service }: Pick<World, 'service'>, text: T) {
  const emails = new Map<string, unknown>();
  for (const one of service.world.log)
    if (one.kind === 'record') emails.set(one.record.id, one.record.fields['email']);
  return text?.replace(/\b[0-9a-z]{26}\b/gu, (id) => (emails.has(id) ? `id-${String(emails.get(id))}` : id));
}

/** The real import of a batch, as the service knows it. */
export const importOf = ({ service }: Pick<World, 'service'>, batch: number) =>
  [...service.imports.values()].find((one) => !one.dryRun && one.batch === batch)?.importId ?? '';

export const sheetOf = (...lines: readonly string[]) => [...lines, ''].join('\n');
export const real = ({ service }: Pick<World, 'service'>) => service.calls.filter(({ dryRun }) => !dryRun);
export const dry = ({ service }: Pick<World, 'service'>) => service.calls.filter(({ dryRun }) => dryRun);

/** Lets the flow go on until this is so. */
export async function until(
  world: Pick<World, 'step'>,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let steps = 0; !(await isSo()); steps += 1) {
    if (steps > 5000) throw new Error('expected this to come about within 5,000 steps');
    await world.step();
  }
}

export const untilRun = (world: Staged, runId: string, status: RunStatus) =>
  until(world, async () => (await world.ledger.run(runId))?.status === status);

/** The lines of a report or result sheet, without the quotes around its cells. */
export const linesOf = (text: string | undefined) =>
  (text ?? '')
    .replace(/^\uFEFF/u, '')
    .replaceAll('"', '')
    .split('\r\n')
    .filter((line) => line !== '');

/** A run that ended so, or asks a person, and was reported, in a simulation that keeps every invariant; with its counts. */
export async function expectEnd(world: Staged, runId: string, status: RunStatus) {
  await world.settle();
  expect(await world.runOf(runId)).toMatchObject({ status, notice: { state: 'sent' } });
  expect(world.failures).toEqual([]);
  const isExpected = (breach: string) => asksPerson(status) && breach.endsWith(` ${status}`);
  expect((await breachesOf(world, [runId])).filter((breach) => !isExpected(breach))).toEqual([]);
  // No cell is logged (invariant 15).
  expect(takeLog().filter(isPrivate)).toEqual([]);
  return world.countsOf(runId);
}
