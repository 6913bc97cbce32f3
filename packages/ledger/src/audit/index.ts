export { namedIn } from './audit.ts';
export {
  exportedIn,
  exportHeader,
  exportRows,
  type ExportableHistory,
  type ExportedItem,
} from './exported.ts';
export {
  checkedValuesSchema,
  openListSchema,
  type AuditedHistory,
  type CheckedValues,
  type OpenList,
  type RunChain,
} from './audited-history.ts';
export { historySchema } from './heads.ts';
export { sealNoteSchema } from '../model/seal-note.ts';
export { sealSchema } from './seal.ts';
export { storedItemsSchema } from '../model/stored-item.ts';
export type { AuditFinding } from './restores.ts';
export { placesOf, verifiedInBrief, verifiedText } from './verified-text.ts';
export { daysOf, verifyHistory, type Verified, type VerifiedDay } from './verify-history.ts';
