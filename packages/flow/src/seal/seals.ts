import { dayOf, sealHash, sealKeys, sealSchema, type Seal } from '@sluice/ledger';
import type { Files } from '../ports.ts';

/** The objects of the audit bucket, which cannot be replaced: each day has one seal and one list, and before it lists by the hour. */
export interface Seals {
  /** All days that have a seal, in order. */
  days(): Promise<string[]>;
  /** The names of the lists that a day got by the hour, before its seal, in order. */
  lists(day: string): Promise<string[]>;
  readonly files: Pick<Files, 'get' | 'putOnce' | 'stream'>;
}

/** Whether a day that has a seal is not over. Nobody can remove the seal that somebody put ahead, so it must not count as the last one. */
export const isEarly = (day: string, now: Date): boolean => day >= dayOf(now.toISOString());

/** A stored seal with its hash, which the next seal names. */
export type KeptSeal = Seal & { readonly hash: string };

/** @throws if there is no valid seal */
export async function readSeal({ files }: Seals, day: string): Promise<KeptSeal> {
  return keptSeal((await files.get(sealKeys.seal(day))) ?? 'null');
}

/** @throws if the text is not a seal */
export function keptSeal(text: string): KeptSeal {
  const seal = sealSchema.parse(JSON.parse(text));
  return { ...seal, hash: sealHash(seal) };
}
