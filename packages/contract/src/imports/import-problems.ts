import { limits } from '../wire/limits.ts';
import type { Reason } from '../reasons/reason.ts';

/** What is wrong with a field, without its value: the service shows none. */
export interface FieldProblem extends Pick<Reason, 'code' | 'says'> {
  readonly field: string;
}

export interface RecordProblem extends FieldProblem {
  /** The record's number, from 1 across all record sets of the request. */
  readonly number: number;
  /** The numbers of the record set and of the record in it, both from 1. */
  readonly set: number;
  readonly record: number;
}

/** Field names come from strangers: they are cut, and cannot break a line. */
export function shownName(name: string): string {
  const flat = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = Array.from(flat);
  return characters.length > 80 ? `${characters.slice(0, 79).join('')}…` : flat;
}

export function problemLine(problem: RecordProblem): string {
  const { number, set, record, field, says } = problem;
  return `record ${number} (set ${set}, record ${record}): ${shownName(field)}: ${says}`;
}

/** Every problem on a line of its own, up to a length; then how many more there are, so that nothing is hidden. */
export function describeProblems(
  problems: readonly RecordProblem[],
  maxLength: number = limits.errorMessageLength,
): string {
  return describeLines(problems, problemLine, maxLength);
}

/** The same for anything that has a line. */
export function describeLines<T>(
  values: readonly T[],
  lineOf: (value: T) => string,
  maxLength: number = limits.errorMessageLength,
): string {
  const lines: string[] = [];
  let length = 0;
  for (const value of values) {
    const line = lineOf(value);
    if (length + line.length + 1 > maxLength) break;
    length += line.length + 1;
    lines.push(line);
  }
  const more = values.length - lines.length;
  return more === 0 ? lines.join('\n') : [...lines, `and ${more} more`].join('\n');
}
