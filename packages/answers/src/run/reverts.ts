import type { RevertedImport } from '@sluice/ledger';

/** A sentence for people. */
export function revertText({ batch, importId, by, startedDate, ...counts }: RevertedImport): string {
  const { reversed, kept, failed } = counts;
  const records = `${reversed} ${reversed === 1 ? 'record' : 'records'} undone, ${kept} kept because somebody changed ${kept === 1 ? 'it' : 'them'} since, ${failed} failed`;
  return `Import ${importId} of batch ${batch} was reverted by ${by}, ${startedDate}: ${records}`;
}
