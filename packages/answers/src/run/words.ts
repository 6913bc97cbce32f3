import { counted, number } from '@sluice/contract/words';
import type { RunJson } from '@sluice/ledger/views';

/** How the file was read: repairs and rows left out are part of the answer; its format and the ignored columns are details. */
export function readNotes({
  notes: [format, ...notes] = [],
}: RunJson): Record<'plain' | 'notable', string[]> {
  const isPlain = (note: string) => note.startsWith('Ignored');
  return {
    plain: [...(format === undefined ? [] : [format]), ...notes.filter(isPlain)],
    notable: notes.filter((note) => !isPlain(note)),
  };
}

/** The calls of the service. */
export function callsText({ usage }: Pick<RunJson, 'usage'>): string {
  const { dryRuns, furtherDryRuns, imports } = usage;
  const further = furtherDryRuns === 0 ? '' : ` (${number(furtherDryRuns)} of them to find refused rows)`;
  return `${counted(dryRuns, 'dry run')}${further}, ${counted(imports, 'import')}`;
}

/** Whether a corrected sheet would bring in more rows. */
export const hasRowsToCorrect = ({ status, counts: { failed = 0 } }: RunJson): boolean =>
  failed > 0 && (status === 'rejected' || status === 'partly_succeeded');
