import { foldName, reasonOf, shownName } from '@sluice/contract';
import { PlanError } from '../plan-error.ts';

/** @throws PlanError if several columns have one of these names, so that it is not clear which one is meant */
export function checkNamedOnce(header: readonly string[], names: readonly string[]): void {
  const folded = header.map(foldName);
  const isTwice = (name: string) => folded.indexOf(name) !== folded.lastIndexOf(name);
  const twin = names.find((name) => isTwice(foldName(name)));
  if (twin === undefined) return;
  const name = shownName(twin);
  throw new PlanError(reasonOf('twin_names', { name }), [name]);
}
