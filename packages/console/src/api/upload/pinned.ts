import { readInboxKey } from '@sluice/import-plan';
import type * as z from 'zod';
import { personMetadata, type Person } from '../person-of.ts';
import { partBytes, type uploadSchema } from '../shapes.ts';
import type { Part } from './uploads.ts';

export type Upload = z.output<typeof uploadSchema>;

/** Who uploads, as the session says. */
export interface Uploader extends Person {
  /** Where they may drop; undefined: everywhere. */
  readonly folders: readonly string[] | undefined;
}

/** Browsers take such a part out of an address, so the key would be another one. */
const misread = ['', '.', '..'];

/** Why a file may not be uploaded; undefined if it may. */
export function whyNotUpload({ key, bytes, parts }: Upload): string | undefined {
  const place = readInboxKey(key);
  if (place.kind === 'refused') return place.reason;
  const segments = key.split('/');
  if (segments.some((one) => misread.includes(one)) || /\p{Cc}/u.test(key) || !key.isWellFormed())
    return 'key: expected names of folders and a file, without control characters.';
  const expected = Math.ceil(bytes / partBytes);
  if (parts.length === expected) return undefined;
  return `parts: expected ${expected}, one of each ${partBytes} bytes.`;
}

/** The parts of a file, each with its bytes. */
export function partsOf({ bytes, parts }: Pick<Upload, 'bytes' | 'parts'>): Part[] {
  return parts.map((sha256, at) => ({
    number: at + 1,
    bytes: Math.min(partBytes, bytes - at * partBytes),
    sha256,
  }));
}

/** The metadata of the object, which the flow reads. It is signed, so that only we can have set it. */
export function metadataOf({ sheetName, corrects, again }: Upload, uploader: Uploader) {
  return {
    ...personMetadata(uploader),
    ...(sheetName !== undefined && { 'sluice-sheet-name': encodeURIComponent(sheetName.toWellFormed()) }),
    ...(corrects !== undefined && { 'sluice-corrects': corrects }),
    ...(again === true && { 'sluice-again': 'true' }),
  };
}
