import type { Page } from '../model/encodings.ts';
import { chunkFinder, type Chunk } from './chunks.ts';
import { chanceIn, chanceOfAll, evidenceOf, type Evidence } from './evidence.ts';

/** By how much, as a logarithm, a page must be likelier than each other that shows another text. */
const certain = 4.5;
/** By how much another page must explain a row better to be its own. */
const stray = 6;

export interface Doubt {
  /** The place of the first byte about which they differ. */
  readonly at: number;
  /** From the likeliest page on. */
  readonly pages: readonly Page[];
}

export interface Recognized {
  readonly page: Page;
  /** Of the same bytes first, then of each later block. */
  readonly doubtIn: (bytes: Buffer) => Doubt | undefined;
}

/** So many chunks are mostly enough; then more are asked, and then all. */
const steps = [16, 48];

/** The page of the first bytes that are no UTF-8. It depends on bytes alone. */
export function recognize(bytes: Buffer): Recognized {
  const find = chunkFinder();
  const chunks = find(bytes);
  const found = recognized(chunks);
  let { doubt } = found;
  const doubtIn = (more: Buffer): Doubt | undefined => {
    if (doubt === undefined || doubt.at >= more.length) return rowsOfOthers(find(more), found);
    const asked = doubt;
    doubt = undefined;
    return asked;
  };
  return { page: found.page, doubtIn };
}

function recognized(chunks: readonly Chunk[]): Decided {
  for (const step of steps) {
    if (step >= chunks.length) break;
    const few = decided(chunks.slice(0, step));
    if (few.doubt === undefined && rowsOfOthers(chunks.slice(step), few) === undefined) return few;
  }
  return decided(chunks);
}

interface Decided extends Pick<Evidence, 'page'> {
  readonly doubt: Doubt | undefined;
}

function decided(chunks: readonly Chunk[]): Decided {
  const ranked = evidenceOf(chunks)
    .map((evidence) => ({ evidence, chance: chanceOfAll(evidence) }))
    .sort((one, other) => other.chance - one.chance);
  const [best, ...rest] = ranked;
  if (best === undefined) throw new RangeError('There are no chunks.');
  const least = isNoLanguage(best.evidence, best.chance) ? -Infinity : best.chance - certain;
  const likely = rest.filter((other) => other.chance > least).map(({ evidence }) => evidence);
  const others = rest.map(({ evidence }) => evidence);
  const { page } = best.evidence;
  const doubt = doubtOf(chunks, best.evidence, [...likely, ...strays(chunks, best.evidence, others)]);
  return { page, doubt };
}

/** Text of any language is likelier by letter; a Chinese, Japanese or Korean one is one of thousands. */
const leastByLetter = -4.1;
const leastByEastern = -7.5;
/** So that a few rare names are a language. */
const leastLetters = 20;

/** Whether even the likeliest page makes letters of no language, as where the file is in one that is not known. */
function isNoLanguage({ texts }: Evidence, chance: number): boolean {
  const letters = texts.join('').match(/\p{L}/gu) ?? [];
  const eastern = letters.filter((letter) => letter >= '\u2e80').length;
  const least = (letters.length - eastern) * leastByLetter + eastern * leastByEastern;
  return letters.length >= leastLetters && chance < least;
}

/** Whether chunks behind those that decided are in another page. */
function rowsOfOthers(chunks: readonly Chunk[], { page }: Decided): Doubt | undefined {
  const suspects = chunks.filter(
    (chunk) => chanceIn(page, chunk) < usualByte * (chunk.bytes.length + 1) - stray,
  );
  const [own, others] = partition(evidenceOf(suspects), page);
  return own && doubtOf(suspects, own, strays(suspects, own, others));
}

function partition(all: readonly Evidence[], page: Page): [Evidence | undefined, Evidence[]] {
  return [all.find((evidence) => evidence.page === page), all.filter((evidence) => evidence.page !== page)];
}

/** Those that explain the chunks of a line so much better that it may be in them. */
function strays(chunks: readonly Chunk[], own: Evidence, others: readonly Evidence[]): Evidence[] {
  return others.filter(({ chances }) => {
    let gain = 0;
    return chunks.some(({ line }, at) => {
      const more = (chances[at]?.best ?? 0) - (own.chances[at]?.best ?? 0);
      gain = line === chunks[at - 1]?.line ? gain + more : more;
      return gain > stray;
    });
  });
}

/** A chunk that is less likely by byte may be in another page. */
const usualByte = -1.9;

const mostNamed = 3;

function doubtOf(chunks: readonly Chunk[], own: Evidence, others: readonly Evidence[]): Doubt | undefined {
  const shown = new Set([own.texts.join('\n')]);
  const differing = others.filter(({ texts }) => {
    const text = texts.join('\n');
    const isNew = !shown.has(text);
    shown.add(text);
    return isNew;
  });
  const first = chunks.find((_, at) => differing.some(({ texts }) => texts[at] !== own.texts[at]));
  if (first === undefined) return undefined;
  return { at: first.at, pages: [own.page, ...differing.map(({ page }) => page)].slice(0, mostNamed) };
}
