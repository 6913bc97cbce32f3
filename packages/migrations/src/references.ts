import { importSchema } from '@sluice/contract';

/**
 * Which steps before this one write what its records may refer to, as a role of a professional or the list of a list item: a dry
 * run of it cannot tell a reference that the real step would find from one that is wrong.
 * @param schemas of each step, in order; undefined where it is not known (yet)
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
  // A record found by what an earlier step gives it is created by the dry run instead of changed: of the same collection, too.
  return schemas.slice(0, step).flatMap((name, at) => {
    const collection = name === undefined ? undefined : importSchema(name)?.collection;
    return collection !== undefined && (targets.has(collection) || collection === schema.collection)
      ? [at]
      : [];
  });
}
