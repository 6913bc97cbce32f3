import { importSchema } from '@sluice/contract';
import type { StepState } from './model.ts';

/**
 * The earlier steps with records that this step may refer to, such as the roles of professionals or the list of a list item.
 * @param schemas of each step, in order; undefined if not known yet
 * @returns numbers of steps, from 0
 */
export function earlierStepsReferredTo(schemas: readonly (string | undefined)[], step: number): number[] {
  const own = schemas[step];
  const schema = own === undefined ? undefined : importSchema(own);
  if (schema === undefined) return [];
  const targets = new Set(
    Object.values(schema.fields).flatMap(({ refersTo }) => (refersTo === undefined ? [] : [refersTo])),
  );
  if (schema.collection === 'listItem') targets.add('list');
  // Steps of the same collection count too: what an earlier step would create, the dry run of a later one cannot find and change.
  return schemas.slice(0, step).flatMap((name, at) => {
    const collection = name === undefined ? undefined : importSchema(name)?.collection;
    return collection !== undefined && (targets.has(collection) || collection === schema.collection)
      ? [at]
      : [];
  });
}

/** A later step keeps these in memory. */
const mostPreviewed = { rows: 50_000, runs: 100 };

/**
 * The earlier steps whose records the dry run of a step counts as written: all of their rows passed, and there are not too many.
 * @returns numbers of steps, from 0
 */
export function previewedSteps(steps: readonly StepState[], step: number): number[] {
  let [rows, runs] = [0, 0];
  return steps.slice(0, step).flatMap(({ status, counts = {}, runIds }, at) => {
    if (status !== 'passed') return [];
    rows += counts['read'] ?? 0;
    runs += runIds.length;
    return rows <= mostPreviewed.rows && runs <= mostPreviewed.runs ? [at] : [];
  });
}
