import type { Ledger, Run } from '@sluice/ledger';
import type { Actor } from './acts.ts';

export const secondPersonRule = 'Somebody who neither dropped nor corrected the file must approve it.';

/**
 * Why this person may not approve a run that needs a second person; undefined if they may. A run whose dropper is not known
 * has no second person.
 */
export async function whyNotSecondPerson(
  run: Run,
  actor: Actor,
  ledger: Pick<Ledger, 'run'>,
): Promise<string | undefined> {
  if (run.secondPerson !== true) return undefined;
  for (const one of await withCorrected(run, ledger)) {
    const wayOut = `Cancel this run, and drop the file again${actor.principal === undefined ? ' with `npx sluice drop`' : ', signed by the person who drops it'}.`;
    const did =
      one === run ? 'dropped the file' : `dropped the file of run ${one.runId}, which this run corrects`;
    const same = actor.principal === undefined ? isSameName(one, actor.by) : isSamePrincipal(one, actor);
    if (same === 'unknown')
      return `${secondPersonRule} It is not known who ${did}, so nobody can approve this run. ${wayOut}`;
    if (same === 'unnamed')
      return `${secondPersonRule} Your request has no name. Set SLUICE_USER to yours, then approve.`;
    if (same) return `${secondPersonRule} ${actor.by} ${did}. Ask somebody else to approve this run.`;
  }
  return undefined;
}

type Same = boolean | 'unknown' | 'unnamed';

/** The run, the run that it corrects, and so on. */
async function withCorrected(run: Run, ledger: Pick<Ledger, 'run'>): Promise<Run[]> {
  const runs = [run];
  for (let { corrects } = run; corrects !== undefined && runs.every(({ runId }) => runId !== corrects);) {
    const corrected = await ledger.run(corrects);
    if (corrected === undefined) break;
    runs.push(corrected);
    ({ corrects } = corrected);
  }
  return runs;
}

/** On AWS. Nobody knows who wrote the file of a migration; the sweep knows only the owner of the bucket. */
function isSamePrincipal({ droppedBy, principal = droppedBy, migration }: Run, actor: Actor): Same {
  const [dropper, approver] = [partsOf(principal), partsOf(actor.principal)];
  if (migration !== undefined || dropper === undefined || approver === undefined) return 'unknown';
  if (dropper.id === approver.id && dropper.session === approver.session) return true;
  if (dropper.session === undefined || approver.session === undefined) return false;
  // One person with two roles.
  if (dropper.session.toLowerCase() === approver.session.toLowerCase()) return true;
  // People choose the names of their sessions themselves, except where Identity Center does.
  return dropper.id === approver.id && !/:assumed-role\/AWSReservedSSO_/u.test(actor.by);
}

/** `AWS:AIDA…` or `AWS:AROA…:session`. */
function partsOf(principal = ''): { readonly id: string; readonly session: string | undefined } | undefined {
  const [, id, session] = /^AWS:([^:]+)(?::(.+))?$/u.exec(principal) ?? [];
  return id === undefined ? undefined : { id, session };
}

/** On one machine, where names are claims and everybody has the same key. */
function isSameName({ droppedBy, principal, migration }: Run, by: string): Same {
  if (migration !== undefined || principal === undefined || droppedBy === 'somebody') return 'unknown';
  return by === 'somebody' ? 'unnamed' : folded(droppedBy) === folded(by);
}

function folded(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
