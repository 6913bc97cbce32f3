const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const others =
  'amp & lt < gt > quot " apos \' euro € ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ hellip … bull • trade ™ OElig Œ oelig œ Scaron Š scaron š Zcaron Ž zcaron ž Yuml Ÿ Ccaron Č ccaron č';
const pairs = others.split(' ');

/** The entities of HTML 4 that stand for letters and usual signs. */
const named: ReadonlyMap<string, string> = new Map([
  ...latin1.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
  ...pairs.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, pairs[at + 1] ?? '']] : [])),
]);

/** The text with the signs that entities of HTML stand for, as in `M&uuml;ller`. Unknown ones stay. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(#\d{2,6}|#x[\da-f]{2,5}|[a-z]{2,8}\d{0,2});/giu,
    (entity, name: string) => (name.startsWith('#') ? numbered(name.slice(1)) : named.get(name)) ?? entity,
  );
}

function numbered(digits: string): string | undefined {
  const code = /^x/iu.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits);
  const sign = code >= 0x20 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  return /^[^\p{Cc}\p{Cs}]$/u.test(sign) ? sign : undefined;
}

/** The digits without what keeps them from becoming a number: `'00123`, `="00123"`. */
export function withoutProtection(text: string): string {
  const [, digits] = /^\s*'([\d(+][\d\s()+./-]*)$/u.exec(text) ?? /^\s*="([^"]*)"\s*$/u.exec(text) ?? [];
  return digits ?? text;
}

/** Whether a text has tags of HTML, such as `<b>`. */
export const hasTags = (text: string): boolean =>
  text.includes('<') && /<\/?[a-z][a-z\d]{0,9}(?:\s[^<>]{0,200})?\/?>/iu.test(text);
