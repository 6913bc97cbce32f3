import { choices, hasEnded, quietUntilOf, toDecide, type Run, type Submission } from '@sluice/ledger';
import { time } from '@sluice/contract/words';
import * as z from 'zod';
import { startTracker } from '../attempts/start-tracker.ts';
import { conflict, done, invalid, named, stateOf, type Act, type ActOutcome } from './acts.ts';

export const decideSchema = z.strictObject({
  ...named,
  /** When absent, all open batches. */
  batch: z.int().min(1).optional(),
  choice: z.enum(choices),
  /** The service may not be ours, so any id without spaces. */
  importId: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'expected the id of an import')
    .optional(),
});
type Decide = Readonly<z.infer<typeof decideSchema>>;

/** Records a person's decision about batches (invariant 3). The run goes on once nothing is left to decide. */
export const decide: Act<Decide> = async (run, request, services) => {
  const { ledger } = services;
  const submissions = await ledger.submissions(run.runId);
  const chosen = choose(run, submissions, request);
  if ('kind' in chosen) return chosen;
  const early = tooEarly(chosen, request, services.now());
  if (early !== undefined) return early;
  for (const { batch } of chosen) {
    const { choice, importId, by } = request;
    const facts = { by, question: run.questions ?? 0, choice, ...(importId !== undefined && { importId }) };
    const event = { type: 'decided', at: services.now().toISOString(), ...facts } as const;
    const { moved, now } = await ledger.moveSubmission({ runId: run.runId, batch, phase: 'real' }, event);
    if (!moved) return conflict(`Batch ${batch} has nothing left to be decided: it is ${now.status}.`);
  }
  const left = toDecide(run, await ledger.submissions(run.runId));
  if (left.length === 0) await startTracker(run, services);
  return done;
};

/**
 * While a request may still arrive, or its import may go on, no one can know what becomes of its rows, and a repeat could write
 * twice (invariant 3). An import that is there can be attached at once. One that has ended is not waited for.
 */
function tooEarly(
  chosen: readonly Submission[],
  { choice }: Pick<Decide, 'choice'>,
  now: Date,
): ActOutcome | undefined {
  const times = choice === 'attach' ? [] : chosen.map((one) => quietUntilOf(one) ?? '');
  const until = times.toSorted().at(-1) ?? '';
  if (now.toISOString() >= until) return undefined;
  const which = chosen.filter((one) => quietUntilOf(one) === until).map(({ batch }) => batch);
  return conflict(
    `Batch ${which.join(', ')} may still be imported until ${time(until)}. Check the service again after that, and then decide. If its import is there now, attach it (--attach).`,
  );
}

function choose(
  run: Run,
  submissions: readonly Submission[],
  request: Decide,
): readonly Submission[] | ActOutcome {
  const { batch, choice, importId } = request;
  if (run.status !== 'needs_decision' || run.cancel !== undefined)
    return conflict(
      `This run ${stateOf(run)}, so it waits for no decision. \`npx sluice runs --status needs_decision\` lists those that do.`,
    );
  if ((choice === 'attach') !== (importId !== undefined))
    return invalid('importId: expected the id of the import with the choice attach, and only then.');
  const open = toDecide(run, submissions);
  const numbers = open.map((one) => one.batch).join(', ');
  if (batch === undefined && choice === 'attach' && open.length > 1)
    return invalid(`batch: expected which one the import is of, one of: ${numbers}.`);
  const chosen = submissions.filter((one) => one.phase === 'real' && one.batch === batch);
  if (batch !== undefined && chosen.length === 0)
    return invalid(`batch: expected one that is to be decided: ${numbers}.`);
  const [attached] = batch === undefined ? open : chosen;
  if (importId !== undefined && attached !== undefined && hasEnded(attached, importId))
    return invalid(
      'importId: this import has ended, and does not say which rows it wrote. Expected the id of another import, or another choice.',
    );
  const others = submissions.filter((one) => one.phase === 'dry' || one.batch !== (batch ?? open[0]?.batch));
  if (importId !== undefined && others.some((one) => has(one, importId)))
    return invalid(
      'importId: expected an import of this batch; this one is of another submission of the run.',
    );
  return batch === undefined ? open : chosen;
}

function has({ attempts }: Submission, importId: string): boolean {
  return attempts.some((attempt) => attempt.importId === importId);
}
