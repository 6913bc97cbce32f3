import { limits } from '../limits.ts';
import type { FieldSpec, FieldType } from './field-spec.ts';
import { isTimezone } from './formats.ts';

type Sure = (value: unknown, spec: FieldSpec) => boolean;

/** Whether a field certainly takes the value. Much faster than its schema. False means unknown. */
export function isSurelyTaken(spec: FieldSpec, value: unknown): boolean {
  return sure[spec.type]?.(value, spec) ?? false;
}

/** How long a text of printable ASCII characters may be so that the field certainly takes it; 0 if others decide, too. */
export const longestPlainText = (spec: FieldSpec): number => longest[spec.type]?.(spec) ?? 0;

const longest: Partial<Record<FieldType, (spec: FieldSpec) => number>> = {
  text: ({ maxLength = limits.textLength }) => maxLength,
  id: () => limits.idLength,
  phone: () => 50,
};

const isUsualText: Sure = (value, spec) => isUsual(value, longestPlainText(spec));

const sure: Partial<Record<FieldType, Sure>> = {
  text: isUsualText,
  id: isUsualText,
  phone: isUsualText,
  email: (value) => typeof value === 'string' && value.length <= limits.emailLength && usualEmail.test(value),
  timezone: (value) => isUsual(value, 64) && isTimezone(value),
  choice: (value, { values = [] }) => typeof value === 'string' && values.includes(value),
  date: (value) => typeof value === 'string' && usualDate.test(value),
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => Number.isFinite(value),
};

/** No control character, and none of those that are halves of one. */
const usual = /^[ -~\u00a0-\ud7ff]*$/;
/** A part of what `isEmail` takes. */
const usualEmail = /^[a-z0-9_+]+(?:[-.][a-z0-9_+]+)*@[a-z0-9]+(?:[-.][a-z0-9]+)*\.[a-z]{2,}$/i;
/** Days that every month has. */
const usualDate = /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;

function isUsual(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most && usual.test(value);
}
