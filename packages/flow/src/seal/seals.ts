import { sealHash, sealKeys, sealSchema, type Seal } from '@sluice/ledger';
import type { Files } from '../ports.ts';

/** What lies in the audit bucket. Nothing of it can be replaced: each day has one seal and one list. */
export interface Seals {
  /** All days that have a seal, in order. */
  days(): Promise<string[]>;
  readonly files: Pick<Files, 'get' | 'putOnce' | 'stream'>;
}

/** A seal as it is kept, and its hash, by which the next one names it. */
export type KeptSeal = Seal & { readonly hash: string };

/** @throws where there is none, or something else */
export async function readSeal({ files }: Seals, day: string): Promise<KeptSeal> {
  return keptSeal((await files.get(sealKeys.seal(day))) ?? 'null');
}

/** @throws where the text is not that of a seal */
export function keptSeal(text: string): KeptSeal {
  const seal = sealSchema.parse(JSON.parse(text));
  return { ...seal, hash: sealHash(seal) };
}
