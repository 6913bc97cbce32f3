import { damaged } from '../model/damaged.ts';

const named: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Text with its entities resolved and its line breaks as XML reads them. Only what XML itself declares is an entity. */
export function unescapeXml(raw: string): string {
  const text = raw.includes('\r') ? raw.replaceAll(/\r\n?/gu, '\n') : raw;
  if (!text.includes('&')) return text;
  return text.replaceAll(/&([^;&]{0,10});?/gu, (whole: string, name: string) => {
    const known = whole.endsWith(';') ? (named.get(name) ?? numbered(name)) : undefined;
    if (known === undefined) throw damaged('a text has an entity that XML does not know');
    return known;
  });
}

function numbered(name: string): string | undefined {
  const digits = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/iu.exec(name);
  if (digits === null) return undefined;
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16);
  return isCharacter(code) ? String.fromCodePoint(code) : undefined;
}

/** What XML 1.0 allows in a document. */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x1_0000 && code <= 0x10_ffff);
}
