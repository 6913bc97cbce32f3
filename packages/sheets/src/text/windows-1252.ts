/**
 * Legacy text of western Europe. Nearly every byte is a valid character, so signs of another encoding are searched for: unassigned
 * bytes, four letters beyond ASCII in a row (Cyrillic, Greek, Chinese, …) and UTF-8 sequences.
 */

const c1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

export function windows1252Text(bytes: Buffer): string {
  // The bytes that differ from Latin-1.
  return bytes
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (byte) => c1[byte.charCodeAt(0) - 0x80] ?? byte);
}

const byteOfSign = new Map([...c1].map((sign, at) => [sign.charCodeAt(0), 0x80 + at]));

/** The byte of a character in Windows-1252 or, where that has none, in Latin-1. Undefined for characters beyond both. */
export function windows1252Byte(code: number): number | undefined {
  return code < 0x100 ? code : byteOfSign.get(code);
}

/** The sign that Windows-1252 has for a C1 control character; undefined if it has none. */
export function windows1252Sign(control: string): string | undefined {
  const sign = c1[control.charCodeAt(0) - 0x80];
  return sign === control ? undefined : sign;
}

const telltales = [
  // Bytes without a meaning.
  /[\u0081\u008d\u008f\u0090\u009d]/,
  /[\u00a1-\u00ff]{4}/,
  // Accented Latin letters and typographic signs, as UTF-8 writes them.
  /[\u00c2-\u00c5][\u0080-\u00bf]|\u00e2[\u0080-\u0084][\u0080-\u00bf]/,
];

/** The place of the first sign that the bytes are not Windows-1252, or -1. */
export function not1252At(bytes: Buffer): number {
  const latin1 = bytes.toString('latin1');
  const found = telltales.map((telltale) => latin1.search(telltale)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}
