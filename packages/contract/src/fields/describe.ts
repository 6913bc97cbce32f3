import { orText } from './or-text.ts';
import type { FieldSpec } from './field-spec.ts';
import { expectationOf } from './values.ts';

/** The rules of a field besides its type, in words. */
export function notesOf(spec: FieldSpec): string {
  const also =
    spec.refersAlsoBy === undefined ? '' : `, in an import also by its ${orText(spec.refersAlsoBy)}`;
  const reference = spec.refersTo && `refers to ${spec.refersTo} by ${spec.refersBy ?? 'id'}${also}`;
  const notes = [
    spec.about,
    spec.required && 'required',
    spec.readOnly && 'set by the service',
    spec.onRequest && 'answered only when asked for',
    spec.unique && 'unique',
    spec.match === 'case' && 'matched in any case',
    spec.match === 'caseAndSpace' && 'matched in any case and spacing',
    reference,
  ];
  return notes.filter(Boolean).join(', ');
}

/** All of it: `An e-mail address, such as name@example.com; required`. */
export function describeField(spec: FieldSpec): string {
  const text = [expectationOf(spec), notesOf(spec)].filter(Boolean).join('; ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
