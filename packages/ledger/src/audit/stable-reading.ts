import { canonicalJson } from '@sluice/aws-kit/hash-chain';
import type { Stored } from './verify-items.ts';
import type { Finding } from './verify-run.ts';

/** Waits so many milliseconds. */
export type Sleep = (milliseconds: number) => Promise<void>;

/** One reading of a run, and what is wrong with it. */
interface Reading {
  /** Undefined when nothing of the run is stored. */
  readonly stored: Stored | undefined;
  readonly found: readonly Finding[];
}

const mostReadings = 4;
/** Long enough for a write that was under way to finish. */
const pauseMs = 500;

/**
 * Reads a run until nothing is wrong with it or two readings in a row agree; a run without two such readings is under way.
 * Events and items are not read at the same moment, so while a run is active one may be ahead of the other, differently at
 * each reading. Tampering shows in every reading with the same place and hash; only that is reported.
 */
export async function readUntilStable(
  read: () => Promise<Reading>,
  { sleep }: { readonly sleep: Sleep },
): Promise<Reading & { readonly isUnderWay: boolean }> {
  let before: ReadonlySet<string> | undefined;
  for (let readings = 1; ; readings += 1) {
    const { stored, found } = await read();
    const same = found.filter((one) => before?.has(canonicalJson(one)));
    const isUnderWay = same.length < found.length;
    if (!isUnderWay || readings === mostReadings) return { stored, found: same, isUnderWay };
    before = new Set(found.map((one) => canonicalJson(one)));
    await sleep(pauseMs);
  }
}
