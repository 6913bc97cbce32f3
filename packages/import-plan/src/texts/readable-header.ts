import { shownName } from '@sluice/contract';
import { decodedOnce, isSurelyTwiceEncoded } from '@sluice/sheets';
import { sheetOptionsOf } from '../profile/sheet-options.ts';
import type { Settings } from '../profile/settings.ts';

/** A name of a column as it was before it was encoded twice. */
export function readableName(name: string): string {
  return isSurelyTwiceEncoded(name) ? (decodedOnce(name) ?? name) : name;
}

/** The names of the columns, repaired unless the settings know them as they are, and a note about that. */
export function readableHeader(written: readonly string[], settings: Settings) {
  if (settings.reading.text === 'keep') return { header: written, note: [] };
  const { knows } = sheetOptionsOf(settings);
  const header = written.map((name) => (knows?.(name) ? name : readableName(name)));
  const changed = header.filter((name, at) => name !== written[at]).map((name) => `"${shownName(name)}"`);
  const note = `Names of columns were encoded twice (Ã¶ for ö) and repaired: ${changed.join(', ')}.`;
  return { header, note: changed.length === 0 ? [] : [note] };
}
