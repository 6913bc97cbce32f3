import { rateBudgetSchema, type RateBudget } from '../call-budget/index.ts';
import { putNew, readItem, replace } from './items.ts';
import { rateBudgetKey } from './keys.ts';
import { type TableAccess, getItem, putWhere } from './table-access.ts';

export async function readRateBudget(access: TableAccess, target: string): Promise<RateBudget | undefined> {
  const item = await getItem(access, rateBudgetKey(target));
  return item && readItem(rateBudgetSchema, item);
}

export function writeRateBudget(access: TableAccess, budget: RateBudget): Promise<boolean> {
  const key = rateBudgetKey(budget.target);
  const mark = access.newId();
  const item = { ...key, ...budget, mark };
  const version = budget.version - 1;
  const { Put } = version === 0 ? putNew(access.table, item) : replace(access.table, { item, version });
  return putWhere(access, Put, { key, mark });
}
