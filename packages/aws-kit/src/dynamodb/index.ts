export { attributesOf } from './attributes.ts';
export { TableBusyError } from './persist.ts';
export { getItem, getItems, partitionItems, queryItems, queryPages, type Query } from './read.ts';
export { runStatements, type Statement } from './statements.ts';
export { openTable, type Item, type ItemKey, type TableAccess, type TableOptions } from './table.ts';
export { versionedItems } from './versioned.ts';
export {
  putItem,
  putWhere,
  takeItem,
  transact,
  updateWhere,
  type Proof,
  type Transaction,
  type WriteAction,
} from './write.ts';
