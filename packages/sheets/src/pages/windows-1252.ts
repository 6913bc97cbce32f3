/** What Windows-1252 has where Latin-1 has control characters. */
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
