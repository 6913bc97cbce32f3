import type { Page } from '../model/encodings.ts';
import type { Chunk } from './chunks.ts';
import { languages } from './languages.ts';
import { pageText } from './page-text.ts';
import { wordsOf } from './words.ts';

/** The pages that are recognized, by how usual each is: the logarithm of the chance of it before the text is seen. */
const usual: Partial<Record<Page, number>> = {
  'windows-1252': 0,
  'windows-1250': -3, 'windows-1251': -3, 'windows-1253': -3, 'windows-1254': -3, 'windows-1255': -3,
  'windows-1256': -3, 'windows-1257': -4, 'windows-874': -4, 'iso-8859-15': -4, 'iso-8859-2': -4, 'iso-8859-5': -5,
  'iso-8859-7': -4, 'iso-8859-8': -5, macintosh: -4, 'x-mac-cyrillic': -5, 'koi8-r': -4, 'koi8-u': -5, ibm866: -4,
  cp850: -4, cp437: -5, cp852: -4, shift_jis: -3, 'euc-jp': -4, 'euc-kr': -3, gbk: -3, big5: -3,
}; // prettier-ignore

const pages = (Object.keys(usual) as Page[]).map((page) => ({ page, ...pageText(page) }));

/** How likely a text is: in its likeliest language, and in each. */
interface Chance {
  readonly best: number;
  readonly each: ArrayLike<number>;
}

/** How a page explains chunks: the text of each, and the chance of it. */
export interface Evidence {
  readonly page: Page;
  readonly texts: readonly string[];
  readonly chances: readonly Chance[];
}

const lineBreak = Buffer.from('\n');

export function evidenceOf(chunks: readonly Chunk[]): Evidence[] {
  if (chunks.length === 0) return [];
  const bytes = Buffer.concat(chunks.flatMap((chunk) => [chunk.bytes, lineBreak]));
  const best = chunks.map(() => -Infinity);
  const known = new Map<string, Chance>();
  return pages.map(({ page, textOf }) => {
    const texts = textOf(bytes).split('\n').slice(0, -1);
    const chances = texts.map((text, at) => {
      const chance = known.get(text) ?? chanceOf(text, best[at] ?? 0);
      known.set(text, chance);
      best[at] = Math.max(best[at] ?? 0, chance.best);
      return chance;
    });
    return { page, texts, chances };
  });
}

/** A word in another language than those around it is so much less likely, and so is a chunk. */
const otherLanguage = 5;
/** A page whose signs alone are so far less likely than all of another is not asked for its words. */
const hopeless = 14;

function chanceOf(text: string, best: number): Chance {
  const { words, signs } = wordsOf(text);
  if (signs < best - hopeless) return { best: signs - hopeless, each: [] };
  const known = languages();
  const each = new Float64Array(known.length).fill(signs);
  const chances = new Float64Array(known.length);
  for (const word of words) {
    for (let at = 0; at < known.length; at += 1) chances[at] = known[at]?.(word) ?? 0;
    const other = highest(chances) - otherLanguage;
    for (let at = 0; at < known.length; at += 1)
      each[at] = (each[at] ?? 0) + Math.max(chances[at] ?? 0, other);
  }
  return { best: highest(each), each };
}

function highest(chances: Float64Array): number {
  let best = -Infinity;
  for (let at = 0; at < chances.length; at += 1) best = Math.max(best, chances[at] ?? best);
  return best;
}

/** The chance of a chunk in one page. */
export const chanceIn = (page: Page, { bytes }: Chunk): number =>
  chanceOf(pages.find((each) => each.page === page)?.textOf(bytes) ?? '', -Infinity).best;

/** The chance of all chunks, and of the page: most of them are in one language. */
export function chanceOfAll({ page, chances }: Evidence): number {
  const sums = languages().map(() => usual[page] ?? 0);
  for (const { best, each } of chances) {
    const other = best - otherLanguage;
    for (const language of sums.keys())
      sums[language] = (sums[language] ?? 0) + Math.max(other, each[language] ?? other);
  }
  return Math.max(...sums);
}
