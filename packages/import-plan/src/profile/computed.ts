import { nearHint, type ImportSchema } from '@sluice/contract';
import { compiled, type Expression } from '../expressions/expression.ts';
import { fieldOfSetting } from './custom-columns.ts';
import type { Profile } from './profile.ts';

/** A field whose text an expression makes. */
export interface ComputedField {
  readonly field: string;
  readonly expression: Expression;
}

const types = ['string', 'double', 'int', 'bool'];

/** The computed fields of a profile, and what is wrong with them. */
export function computedFields(schema: ImportSchema, { compute, transforms }: Profile) {
  const problems: string[] = [];
  const computed = Object.entries(compute).flatMap(([name, source]): ComputedField[] => {
    const field = fieldOfSetting(schema, name);
    if (field === undefined) {
      problems.push(`compute names ${name}, which is no field${nearHint(schema, name)}`);
      return [];
    }
    if (Object.keys(transforms).some((other) => fieldOfSetting(schema, other) === field))
      problems.push(`transforms names ${field}, which compute makes`);
    const expression = compiled(source, types);
    if (typeof expression !== 'string') return [{ field, expression }];
    problems.push(`compute.${name}: ${expression}`);
    return [];
  });
  return { computed, problems };
}

/** The columns that computed fields read, as they write them. */
export function computedHeaders({ compute }: Pick<Profile, 'compute'>): string[] {
  return Object.values(compute).flatMap((source) => {
    const expression = compiled(source, types);
    return typeof expression === 'string' ? [] : expression.headers;
  });
}
