import type { Reverts, UndoneRecord } from '../undo/reverts.ts';
import type { ScriptedService } from './scripted-service.ts';

export interface ScriptedRevertOptions {
  /** How often an undo says that it is not over. */
  readonly asksUntilDone?: number;
  /** What becomes of a record, by its lookup; put back when absent. */
  readonly outcomeOf?: (lookup: string) => Pick<UndoneRecord, 'outcome' | 'reason'> | undefined;
  /** Why an import cannot be undone. */
  readonly refuse?: (importId: string) => string | undefined;
}

export interface ScriptedReverts extends Reverts {
  /** Every import whose undo began, as often as it did. */
  readonly begun: string[];
}

/** Undoes the imports of a scripted service: each once, however often it is asked for. */
export function createScriptedReverts(
  service: Pick<ScriptedService, 'importedBy'>,
  { asksUntilDone = 1, outcomeOf = () => undefined, refuse = () => undefined }: ScriptedRevertOptions,
): ScriptedReverts {
  const begun: string[] = [];
  const asked = new Map<string, number>();
  const recordsOf = (importId: string): UndoneRecord[] =>
    service.importedBy(importId).map((lookup, at) => ({
      number: at + 1,
      id: `id-${lookup}`,
      outcome: 'reversed',
      ...outcomeOf(lookup),
    }));
  return {
    begun,
    revert: async (importId) => {
      const message = refuse(importId);
      if (message !== undefined) return { kind: 'refused', message };
      if (!asked.has(importId)) begun.push(importId);
      const times = (asked.get(importId) ?? 0) + 1;
      asked.set(importId, times);
      if (times <= asksUntilDone) return { kind: 'awaited' };
      const records = recordsOf(importId);
      const count = (wanted: UndoneRecord['outcome']) =>
        records.filter(({ outcome }) => outcome === wanted).length;
      return {
        kind: 'reverted',
        counts: { reversed: count('reversed'), kept: count('kept'), failed: count('failed') },
      };
    },
    records: async function* (importId) {
      yield* recordsOf(importId);
    },
  };
}
