import { foldCase, foldSpace } from '../wire/fold.ts';
import { inForm } from '../wire/unicode-form.ts';
import type * as z from 'zod';
import { fieldKinds } from './field-kinds.ts';
import type { FieldSpec, FieldType } from './field-spec.ts';
import { reasonOf, type Reason } from '../reasons/reason.ts';
import { reasonFor } from './field-reason.ts';
import { isSurelyTaken } from './sure-values.ts';

const inputs = new WeakMap<FieldSpec, z.ZodType>();

/** The schema of what a request may send in a field; null is not in it. Made once per field. */
export function inputOf(spec: FieldSpec): z.ZodType {
  const made = inputs.get(spec);
  if (made !== undefined) return made;
  const input = fieldKinds[spec.type].input(spec, `expected ${expectationOf(spec)}`);
  inputs.set(spec, input);
  return input;
}

export function expectationOf(spec: FieldSpec): string {
  return fieldKinds[spec.type].expected(spec);
}

/** Empty: null, an absent field, an empty list, or blank text. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/** Why the field refuses the value, or undefined when it takes it. */
export function refusalOf(spec: FieldSpec, value: unknown): Reason | undefined {
  const cleared = value === null || value === undefined;
  if (spec.undeclared && typeof value === 'number') return undefined;
  if (!cleared && !isSurelyTaken(spec, value) && !inputOf(spec).safeParse(value).success)
    return reasonFor(spec, value);
  return spec.required && isEmpty(value) ? reasonOf('not_clearable') : undefined;
}

/** The stored form of a checked value: dates as UTC instants, e-mails trimmed, empty values as null. */
export function storedValue(spec: FieldSpec, value: unknown): unknown {
  if (isEmpty(value)) return null;
  if (typeof value !== 'string') return value;
  if (spec.type === 'date') return new Date(value).toISOString();
  return trimmedTypes.has(spec.type) ? value.trim() : value;
}

const trimmedTypes: ReadonlySet<FieldType> = new Set(['email', 'timezone', 'language', 'id']);

/** Whether writing `next` over `stored` would change nothing. */
export function sameValue(spec: FieldSpec, stored: unknown, next: unknown): boolean {
  // A flag that was never set is answered as false, so sending false changes nothing.
  if (spec.type === 'boolean') return (stored === true) === (next === true);
  return JSON.stringify(storedValue(spec, stored)) === JSON.stringify(storedValue(spec, next));
}

/** Whether lookups compare any text without white space around it as it is. */
export function matchesExactly({ type, match = 'exact' }: FieldSpec): boolean {
  return match === 'exact' && (type === 'text' || type === 'id' || type === 'phone');
}

/** The text that lookups compare. Two values match exactly when these texts are equal. Empty for an empty value. */
export function matchingValue(spec: FieldSpec, value: unknown): string {
  const stored = storedValue(spec, value);
  if (stored === null) return '';
  if (typeof stored !== 'string') return JSON.stringify(stored);
  if (spec.type === 'email') return inForm(stored, 'NFC').toLowerCase();
  if (spec.match === 'case') return foldCase(stored);
  return spec.match === 'caseAndSpace' ? foldSpace(stored) : stored.trim();
}
