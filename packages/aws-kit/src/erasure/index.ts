export {
  eraseBelow,
  mostErasableBytes,
  UnreadableObject,
  type Erased,
  type Erasing,
  type Judged,
  type ObjectVersion,
  type VersionedObjects,
} from './erase-below.ts';
export { linesIn } from './lines-in.ts';
export { recordNamed, type NamedRecord } from './record.ts';
export { eraseInput, erasingMs } from './request.ts';
