import { failedFill } from './write/parts.ts';

/** The styles of a workbook with those that we add. */
export interface CopiedStyles {
  readonly xml: string;
  /** The style of a cell in the copy. */
  of(style: number, isFailed: boolean): number;
  /** The style of a text. */
  text(isFailed: boolean): number;
}

/** Excel reads about 64,000 styles, and few workbooks have more than hundreds. */
const most = { styles: 30_000, characters: 8 * 1024 * 1024 };

const xfs = /<cellXfs\b[^>]*>([\s\S]*?)<\/cellXfs>/u;
const fills = /<fills\b[^>]*>([\s\S]*?)<\/fills>/u;
const eachXf = /<xf\b[^>]*\/>|<xf\b[^>]*[^/]>[\s\S]*?<\/xf>|<xf>[\s\S]*?<\/xf>/gu;
const eachFill = /<fill\b[^>]*\/>|<fill\b[^>]*>[\s\S]*?<\/fill>/gu;

/**
 * Adds to each style one with the background of rows that failed, which it removes where an earlier result sheet set it. Undefined
 * for styles in a form that few programs write.
 */
export function copiedStyles(xml: string): CopiedStyles | undefined {
  if (xml.length > most.characters || /<!\[CDATA|<!--/u.test(xml)) return undefined;
  const [foundXfs, foundFills] = [xfs.exec(xml), fills.exec(xml)];
  if (foundXfs === null || foundFills === null) return undefined;
  const fillList: string[] = foundFills[1]?.match(eachFill) ?? [];
  const known = fillList.indexOf(failedFill);
  const failed = known < 0 ? fillList.length : known;
  const given: string[] = foundXfs[1]?.match(eachXf) ?? [];
  if (given.length === 0 || given.length > most.styles) return undefined;
  const places = new Map<string, number>();
  const placeOf = (xf: string): number => {
    const place = places.get(xf) ?? places.size;
    places.set(xf, place);
    return place;
  };
  const bases = given.map((xf) => placeOf(fillOf(xf) === failed || fillOf(xf) === 0 ? filled(xf, 0) : xf));
  const text = placeOf(
    filled('<xf numFmtId="49" fontId="0" borderId="0" xfId="0" applyNumberFormat="1"/>', 0),
  );
  const first = places.size;
  const unique = [...places.keys()];
  const all = [...unique, ...unique.map((xf) => filled(xf, failed))];
  const withFills = known < 0 ? [...fillList, failedFill] : fillList;
  const next = xml
    .replace(xfs, () => `<cellXfs count="${all.length}">${all.join('')}</cellXfs>`)
    .replace(fills, () => `<fills count="${withFills.length}">${withFills.join('')}</fills>`);
  return {
    xml: next,
    of: (style, isFailed) => (bases[style] ?? bases[0] ?? 0) + (isFailed ? first : 0),
    text: (isFailed) => text + (isFailed ? first : 0),
  };
}

function fillOf(xf: string): number {
  return Number(/^<xf\b[^>]*?\sfillId="(\d+)"/u.exec(xf)?.[1] ?? 0);
}

/** The style with this fill, always written in the same way, so that equal styles are one. */
function filled(xf: string, fill: number): string {
  const [tag = ''] = /^<xf\b[^>]*>/u.exec(xf) ?? [];
  const bare = tag.replaceAll(/\s(?:fillId|applyFill)="[^"]*"/gu, '');
  const end = bare.endsWith('/>') ? '/>' : '>';
  const applied = fill === 0 ? '' : ' applyFill="1"';
  return `${bare.slice(0, -end.length)} fillId="${fill}"${applied}${end}${xf.slice(tag.length)}`;
}
