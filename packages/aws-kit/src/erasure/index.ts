export {
  eraseBelow,
  mostErasableBytes,
  type Erased,
  type Erasing,
  type Judged,
  type ObjectVersion,
  type VersionedObjects,
} from './erase-below.ts';
export { recordNamed, type NamedRecord } from './record.ts';
export { eraseInput, erasingMs } from './request.ts';
