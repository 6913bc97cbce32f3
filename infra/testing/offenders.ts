import * as z from 'zod';
import { templates } from './default-templates.ts';
import { resolved } from './resolved.ts';
import type { Resource } from './templates.ts';

export function ofType(type: string): readonly Resource[] {
  return templates.resources.filter((resource) => resource.type === type);
}

/** The resources of a type that break the rule, with the reasons. @throws if there is no resource of this type */
export function offenders(type: string, rule: z.ZodType): string[] {
  const resources = ofType(type);
  if (resources.length === 0) throw new Error(`No template has a ${type}, so the rule checks nothing`);
  return resources.flatMap(({ path, properties }) => {
    const { error } = rule.safeParse(resolved(properties, templates));
    return error ? [`${path}: ${z.prettifyError(error)}`] : [];
  });
}

/** The resources of a type, each with its properties, parsed by the schema after their references are resolved. */
export function parsed<Schema extends z.ZodObject>(type: string, schema: Schema, within = '') {
  const resources = ofType(type).filter(({ path }) => path.includes(within));
  return resources.map(({ stack, id, path, properties }) => ({
    ...{ stack, id, path },
    ...schema.parse(resolved(properties, templates)),
  }));
}
