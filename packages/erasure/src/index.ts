export {
  eraseBelow,
  type Erased,
  type Erasing,
  type Judged,
  type ObjectVersion,
  type VersionedObjects,
} from './erase-below.ts';
export { folded, recordNamed, type NamedRecord } from './record.ts';
