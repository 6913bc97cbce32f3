import { LedgerError, runIdOf, type Ledger, type Run } from '@sluice/ledger';

/** The run of a drop, if it has one. An item that this version cannot read is a run too: the list of open runs reports it. */
export async function runOfDrop(
  drop: Parameters<typeof runIdOf>[0],
  ledger: Pick<Ledger, 'run'>,
): Promise<Run | 'unreadable' | undefined> {
  try {
    return await ledger.run(runIdOf(drop));
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'item_unreadable') return 'unreadable';
    throw error;
  }
}
