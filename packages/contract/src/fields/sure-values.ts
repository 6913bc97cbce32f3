import { limits } from '../wire/limits.ts';
import type { FieldSpec, FieldType } from './field-spec.ts';
import { isTimezone } from '../wire/formats.ts';
import { areUsualEmail, isUsualEmail } from './usual-email.ts';

type Sure = (value: unknown, spec: FieldSpec) => boolean;

/** Whether a field certainly takes the value. Much faster than its schema. False means unknown. */
export function isSurelyTaken(spec: FieldSpec, value: unknown): boolean {
  return sure[spec.type]?.(value, spec) ?? false;
}

/** How long a text of printable characters, of ASCII or U+00A0 to U+D7FF, may be so that the field certainly takes it. */
export const longestUsualText = (spec: FieldSpec): number => longest[spec.type]?.(spec) ?? 0;

const longest: Partial<Record<FieldType, (spec: FieldSpec) => number>> = {
  text: ({ maxLength = limits.textLength }) => maxLength,
  id: () => limits.idLength,
  phone: () => 50,
};

/** Bytes from one place to another. */
type TakesBytes = (bytes: Uint8Array, from: number, to: number) => boolean;

/** Whether a field certainly takes a text, and keeps it as it is, by its bytes; undefined where others decide. */
export function bytesTaken({ type, values = [] }: FieldSpec): TakesBytes | undefined {
  if (type === 'email')
    return (bytes, from, to) => to - from <= limits.emailLength && areUsualEmail(bytes, from, to);
  if (type !== 'choice') return undefined;
  const encoder = new TextEncoder();
  const written = values.map((value) => encoder.encode(value));
  return (bytes, from, to) =>
    written.some(
      (value) => value.length === to - from && value.every((byte, at) => byte === bytes[from + at]),
    );
}

const isUsualText: Sure = (value, spec) => isUsual(value, longestUsualText(spec));

const sure: Partial<Record<FieldType, Sure>> = {
  text: isUsualText,
  id: isUsualText,
  phone: isUsualText,
  email: (value) => typeof value === 'string' && value.length <= limits.emailLength && isUsualEmail(value),
  timezone: (value) => isUsual(value, 64) && isTimezone(value),
  choice: (value, { values = [] }) => typeof value === 'string' && values.includes(value),
  date: (value) => typeof value === 'string' && usualDate.test(value),
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => Number.isFinite(value),
};

/** No control character but tabs and line breaks, and no half of a character. */
const usual = /^[\t\n\r -~\u00a0-\ud7ff]*$/;
/** Days that every month has. */
const usualDate = /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;

function isUsual(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most && usual.test(value);
}
