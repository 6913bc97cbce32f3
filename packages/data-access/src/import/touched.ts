import type { Blobs } from '../store/blobs.ts';
import type { ImportItem } from '../store/import-item.ts';
import type { RecordRef } from '../store/record.ts';
import { AlteredError, importDocuments, previewOf } from './documents.ts';
import type { PlanStep } from './plan.ts';
import { stepsOf } from './steps-beside-plan.ts';
import { hashOfOutcomes } from './stored-values.ts';

/** A record that an import touched, or may have touched when it was given up half way. */
export interface Touched extends RecordRef {
  /** The number of the first record of the request that touched it. */
  readonly number: number;
  /** The numbers of the records of the request that are known to have touched it. */
  readonly made: readonly number[];
  /** All planned steps for it, each with the record before the step. */
  readonly steps: readonly PlanStep[];
}

/**
 * The touched records of a finished import, in the order of the request. Undefined without a stored plan.
 * @throws AlteredError
 */
export async function touchedBy(item: ImportItem, blobs: Blobs): Promise<Touched[] | undefined> {
  const steps = await stepsOf(blobs, item);
  if (steps === undefined) return undefined;
  const planned = Map.groupBy(
    steps.filter(({ action }) => action !== 'unchanged'),
    ({ id }) => id,
  );
  const made = Map.groupBy(await madeBy(item, blobs), ({ id }) => id);
  const kinds = new Map(steps.map(({ number, kind }) => [number, kind]));
  const ids = new Set([...planned.keys(), ...made.keys()]);
  return [...ids]
    .flatMap((id) => (id === null ? [] : touchedOf(id, { planned, made, kinds })))
    .toSorted((a, b) => a.number - b.number);
}

export interface Made {
  readonly number: number;
  readonly id: string;
}

interface Known {
  readonly planned: ReadonlyMap<string | null, PlanStep[]>;
  readonly made: ReadonlyMap<string, Made[]>;
  readonly kinds: ReadonlyMap<number, string>;
}

function touchedOf(id: string, { planned, made, kinds }: Known): Touched[] {
  const steps = planned.get(id) ?? [];
  const numbers = (made.get(id) ?? []).map(({ number }) => number);
  const number = Math.min(...(numbers.length > 0 ? numbers : steps.map((step) => step.number)));
  const kind = steps[0]?.kind ?? kinds.get(number);
  return kind === undefined ? [] : [{ id, kind, number, made: numbers, steps }];
}

const touching: readonly string[] = ['created', 'updated', 'deleted'];

/**
 * The outcomes from the preview, or those of the finished chunks: an import that was given up has no preview.
 * @throws AlteredError
 */
export async function madeBy(item: ImportItem, blobs: Blobs): Promise<Made[]> {
  const documents = importDocuments(blobs);
  const preview = await documents.preview(item);
  if (preview !== undefined) {
    const { outcomes } = previewOf(preview);
    if (item.outcomesSha256 !== undefined && hashOfOutcomes(outcomes) !== item.outcomesSha256)
      throw new AlteredError(`The outcomes of import ${item.importId} are not those that it stored.`);
    return outcomes.flatMap(([number, outcome, id]) =>
      id !== undefined && touching.includes(outcome) ? [{ number, id }] : [],
    );
  }
  const made: Made[] = [];
  for (let at = 0; at < item.chunksDone; at += 1) {
    for (const { number, outcome, id } of await documents.chunk(item, at))
      if (id !== null && touching.includes(outcome)) made.push({ number, id });
  }
  return made;
}
