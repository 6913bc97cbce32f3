import { canonicalJson, type Finding, type Stored } from '@sluice/ledger';
import type { Services } from './services.ts';

/** A run as it was read once, and what is wrong with it as it was read. */
export interface Look {
  /** Undefined where nothing of the run is there. */
  readonly stored: Stored | undefined;
  readonly found: readonly Finding[];
}

export interface Looked extends Look {
  /** It was written to during each look, so that no two of them told the same. */
  readonly isUnderWay: boolean;
}

const looksAtMost = 4;
/** What was under way at one look has been written by the next. */
const pauseMs = 500;

/**
 * Looks at a run until nothing is wrong with it, or two looks, one after the other, tell the same. History and items are not read at one moment,
 * so that of a run under way the one may be ahead of the other, by another event at each look. What was altered is told by each look alike, with
 * its place and its hash: only that is found, of a run that never rests too.
 */
export async function lookAgain(
  look: () => Promise<Look>,
  { sleep }: Pick<Services, 'sleep'>,
): Promise<Looked> {
  let toldBefore: ReadonlySet<string> | undefined;
  for (let looks = 1; ; looks += 1) {
    const { stored, found } = await look();
    const same = found.filter((one) => toldBefore?.has(canonicalJson(one)));
    const isUnderWay = same.length < found.length;
    if (!isUnderWay || looks === looksAtMost) return { stored, found: same, isUnderWay };
    toldBefore = new Set(found.map((one) => canonicalJson(one)));
    await sleep(pauseMs);
  }
}
