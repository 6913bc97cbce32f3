import { LedgerError, runIdOf, type Ledger } from '@sluice/ledger';

/** Whether a drop has a run. An item that this version cannot read is a run too: the list of open runs reports it. */
export async function hasRun(
  drop: Parameters<typeof runIdOf>[0],
  ledger: Pick<Ledger, 'run'>,
): Promise<boolean> {
  try {
    return (await ledger.run(runIdOf(drop))) !== undefined;
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'item_unreadable') return true;
    throw error;
  }
}
