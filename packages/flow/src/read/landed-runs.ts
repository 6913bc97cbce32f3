import type { HasLanded } from '@sluice/import-plan';
import type { Ledger, Run } from '@sluice/ledger';
import type { Files } from '../ports.ts';
import { runKeys } from '../run-objects.ts';

interface LandedServices {
  readonly ledger: Pick<Ledger, 'run'>;
  readonly files: Pick<Files, 'putOnce'>;
}

/**
 * Whether what the rows of a result sheet name as landed still is: by a run of this ledger that wrote to the same service, and of which
 * nothing was undone. Each answer is kept, since an undo meanwhile must not change what a repeat after a crash reads (invariant 14).
 */
export function landedFor({ runId, target }: Run, { ledger, files }: LandedServices): HasLanded {
  return async (named) => {
    const found = await ledger.run(named);
    const counts = found !== undefined && found.target === target && !isUndone(found);
    return (await files.putOnce(runKeys.landed(runId, named), JSON.stringify(counts))) === 'true';
  };
}

const isUndone = ({ status, undo, reverts }: Run): boolean =>
  status === 'undoing' || undo !== undefined || reverts !== undefined;
