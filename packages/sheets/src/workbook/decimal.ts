/** A number as a workbook or JavaScript writes it. */
const written = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/u;

/** Excel keeps and shows no more digits than these. */
const keptDigits = 15;

/** A decimal number: the point is `places` digits before the end of `digits`. */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly places: number;
}

export function isNumber(raw: string): boolean {
  return written.test(raw) && /\d/u.test(raw) && Number.isFinite(Number(raw));
}

/**
 * The number that a person sees: as written if it is whole or has no more digits than Excel shows; otherwise rounded to these digits,
 * since 0.1 + 0.2 is stored as 0.30000000000000004. `isNumber` must have checked `raw`.
 */
export function decimalOf(raw: string): Decimal {
  const exact = parsed(raw);
  if (exact.places <= 0 || significant(exact.digits) <= keptDigits) return exact;
  return parsed(Number(raw).toPrecision(keptDigits));
}

function parsed(raw: string): Decimal {
  const [, sign = '', whole = '', part = '', exponent = '0'] = written.exec(raw) ?? [];
  const kept = part.slice(0, lengthWithoutZeros(part));
  const digits = whole + kept;
  return { negative: sign === '-' && /[1-9]/u.test(digits), digits, places: kept.length - Number(exponent) };
}

/** Without trailing zeros, which no regular expression finds in linear time. */
function lengthWithoutZeros(digits: string): number {
  let length = digits.length;
  while (digits[length - 1] === '0') length -= 1;
  return length;
}

function significant(digits: string): number {
  return Math.max(0, lengthWithoutZeros(digits) - digits.search(/[^0]|$/u));
}

/** Without exponent and thousands separators, and with at least so many digits after the point. */
export function decimalText({ negative, digits, places }: Decimal, leastPlaces = 0): string {
  const padded = places < 0 ? digits + '0'.repeat(-places) : digits.padStart(places + 1, '0');
  const point = padded.length - Math.max(0, places);
  const whole = padded.slice(0, point).replace(/^0+(?=\d)/u, '');
  const part = padded.slice(point).padEnd(leastPlaces, '0');
  return `${negative ? '-' : ''}${whole === '' ? '0' : whole}${part === '' ? '' : `.${part}`}`;
}

export function timesHundred({ negative, digits, places }: Decimal): Decimal {
  return { negative, digits, places: places - 2 };
}
