import { z } from 'zod';
import { resolved } from './resolved.ts';
import type { Resource, Templates } from './templates.ts';

export function ofType({ resources }: Templates, type: string): readonly Resource[] {
  return resources.filter((resource) => resource.type === type);
}

/** The resources of a type that break the rule, with the reasons. @throws if there is no resource of this type */
export function offenders(templates: Templates, type: string, rule: z.ZodType): string[] {
  const resources = ofType(templates, type);
  if (resources.length === 0) throw new Error(`No template has a ${type}, so the rule checks nothing`);
  return resources.flatMap(({ path, properties }) => {
    const { error } = rule.safeParse(resolved(properties, templates));
    return error ? [`${path}: ${z.prettifyError(error)}`] : [];
  });
}

/** The properties of a resource with its references resolved, parsed by the schema. */
export function propertiesAs<Schema extends z.ZodType>(
  templates: Templates,
  { properties }: Resource,
  schema: Schema,
): z.output<Schema> {
  return schema.parse(resolved(properties, templates));
}
