const beyond = /[\u{10000}-\u{10FFFF}]/u;

/** In the order of their bytes in UTF-8, which is that of JavaScript but for characters beyond U+FFFF. */
export function byBytes(one: string, other: string): number {
  if (beyond.test(one) || beyond.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : Number(one > other);
}
