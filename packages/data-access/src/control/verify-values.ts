import { idInput } from '@sluice/contract';
import * as z from 'zod';
import { AlteredError, importDocuments, previewOf } from '../import/documents.ts';
import { erasedIn } from '../store/rows-text.ts';
import { beginsUntilMs } from '../import/record-writes.ts';
import { hashOfOutcomes, valuesSha256 } from '../import/stored-values.ts';
import type { ImportItem } from '../store/import-item.ts';
import { areErasuresProved } from './audit/erasures.ts';
import { siteOperation, type ControlServices } from './operation/control-operation.ts';

interface CheckedValues {
  readonly importId: string;
  /** `kept`: what is stored is what the import stored. `gone`: it is no longer stored. `unknown`: there is no such import. */
  readonly state: 'kept' | 'altered' | 'gone' | 'unknown';
  /** The hash of its values, which the history of its run has. */
  readonly valuesSha256?: string;
  /** How many of its rows were erased. */
  readonly erased?: number;
}

export const verifyValues = siteOperation({
  does: 'compares what is stored of the values of imports with their hashes; asked for many, it may answer about the first',
  input: z.strictObject({ siteId: idInput, importIds: z.array(idInput).min(1).max(20) }),
  run: async ({ siteId, importIds }, { store, blobs, audit, now }) => {
    const until = now().getTime() + beginsUntilMs;
    const items: CheckedValues[] = [];
    for (const importId of importIds) {
      if (items.length > 0 && now().getTime() >= until) break;
      const item = await store.imports.get(siteId, importId);
      items.push(item ? await checked(item, { blobs, audit }) : { importId, state: 'unknown' });
    }
    return { items };
  },
});

async function checked(
  item: ImportItem,
  { blobs, audit }: Pick<ControlServices, 'blobs' | 'audit'>,
): Promise<CheckedValues> {
  const { importId } = item;
  const documents = importDocuments(blobs);
  try {
    const texts = await documents.stepTexts(item);
    const preview = await documents.preview(item);
    if (texts === undefined || preview === undefined) return { importId, state: 'gone' };
    const isMade = hashOfOutcomes(previewOf(preview).outcomes) === item.outcomesSha256;
    const hash = valuesSha256(item);
    const isKept = hash !== undefined && isMade && (await areErasuresProved(item, audit));
    if (!isKept) return { importId, state: 'altered' };
    return { importId, state: 'kept', valuesSha256: hash, erased: erasedIn(texts).length };
  } catch (error) {
    if (error instanceof AlteredError) return { importId, state: 'altered' };
    throw error;
  }
}
