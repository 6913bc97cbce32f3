import { limits } from '../limits.ts';
import type { FieldSpec, FieldType } from './field-spec.ts';
import { isTimezone } from './formats.ts';

type Sure = (value: unknown, spec: FieldSpec) => boolean;

/** Whether a field certainly takes the value. Much faster than its schema. False means unknown. */
export function isSurelyTaken(spec: FieldSpec, value: unknown): boolean {
  return sure[spec.type]?.(value, spec) ?? false;
}

const sure: Partial<Record<FieldType, Sure>> = {
  text: (value, { maxLength = limits.textLength }) => isUsual(value, maxLength),
  id: (value) => isUsual(value, limits.idLength),
  phone: (value) => isUsual(value, 50),
  email: (value) => isUsual(value, limits.emailLength) && usualEmail.test(value),
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
