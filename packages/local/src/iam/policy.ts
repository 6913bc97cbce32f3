import * as z from 'zod';
import { remembering } from '../base/remember.ts';

/** One request as IAM sees it. */
export interface Access {
  readonly action: string;
  readonly resource: string;
  /** The values of the keys that conditions compare. */
  readonly context?: Readonly<Record<string, readonly string[]>> | undefined;
}

type Compare = (pattern: string, value: string) => boolean;
type Operator = (patterns: readonly string[], values: readonly string[]) => boolean;

const expressionOf = remembering((pattern: string) => {
  const source = pattern.replaceAll(/[$()+.[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(`^${source.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su');
});

/** `*` is any text, `?` any character. */
export const isLike: Compare = (pattern, value) =>
  /[*?]/.test(pattern) ? expressionOf(pattern).test(value) : pattern === value;
const isEqual: Compare = (pattern, value) => pattern === value;

/** Without a value, a condition is not met. */
const some = (compare: Compare): Operator => {
  return (patterns, values) => values.some((value) => patterns.some((pattern) => compare(pattern, value)));
};
/** Without a value, a condition is met. */
const forAll = (compare: Compare): Operator => {
  return (patterns, values) => values.every((value) => patterns.some((pattern) => compare(pattern, value)));
};

const operators = {
  ArnEquals: some(isLike),
  ArnLike: some(isLike),
  Bool: some(isEqual),
  StringEquals: some(isEqual),
  StringLike: some(isLike),
  'ForAllValues:StringEquals': forAll(isEqual),
  'ForAllValues:StringLike': forAll(isLike),
} as const;
const operatorNames = [
  'ArnEquals',
  'ArnLike',
  'Bool',
  'StringEquals',
  'StringLike',
  'ForAllValues:StringEquals',
  'ForAllValues:StringLike',
] as const;

const text = z
  .string()
  .refine((value) => !value.includes('${'), 'variables of policies are not understood here');
const list = z.union([text.transform((one) => [one]), z.array(text)]);
const conditionsSchema = z.partialRecord(
  z.enum(operatorNames, { error: 'this condition operator is not known here' }),
  z.record(z.string(), list),
);

/** What one statement says of one action on one resource. */
export interface Permission {
  readonly effect: 'Allow' | 'Deny';
  readonly action: string;
  readonly resource: string;
  readonly conditions?: z.infer<typeof conditionsSchema> | undefined;
}

/** Elements that are not understood here are errors, because a policy without them would allow something else. */
const statementSchema = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: list,
  Resource: list,
  Condition: conditionsSchema.optional(),
});

function permissionsOf(statement: z.infer<typeof statementSchema>): Permission[] {
  const { Effect: effect, Action, Resource, Condition: conditions } = statement;
  return Action.flatMap((action) =>
    Resource.map((resource) => ({ effect, action, resource, ...(conditions && { conditions }) })),
  );
}

/** A policy of a role: every action on every resource, one by one. */
export const policySchema = z
  .object({ Statement: z.array(statementSchema) })
  .transform(({ Statement }): Permission[] => Statement.flatMap(permissionsOf));

/** What a policy of a resource says of one principal: an ARN, the name of a service, or `*`. */
export interface ResourcePermission extends Permission {
  readonly principal: string;
}

const principalSchema = z.union([
  z.literal('*').transform((all) => [all]),
  z
    .strictObject({ AWS: list.default([]), Service: list.default([]) })
    .transform(({ AWS, Service }) => [...AWS, ...Service]),
]);

/** A policy of a queue, a bucket or a topic. */
export const resourcePolicySchema = z
  .object({ Statement: z.array(statementSchema.extend({ Principal: principalSchema })) })
  .transform(({ Statement }): ResourcePermission[] =>
    Statement.flatMap(({ Principal, ...statement }) =>
      permissionsOf(statement).flatMap((permission) =>
        Principal.map((principal) => ({ ...permission, principal })),
      ),
    ),
  );

/** Whether a permission is about this access. */
export function applies(permission: Permission, access: Access): boolean {
  return concerns(permission, access) && isMet(permission, access);
}

/** Whether a permission is about this action on this resource, if its conditions are met. */
export function concerns({ action, resource }: Permission, access: Access): boolean {
  return isLike(action.toLowerCase(), access.action.toLowerCase()) && isLike(resource, access.resource);
}

function isMet({ conditions }: Permission, { context }: Access): boolean {
  if (conditions === undefined) return true;
  return operatorNames.every((operator) =>
    Object.entries(conditions[operator] ?? {}).every(([key, patterns]) =>
      operators[operator](patterns, valuesOf(key, context)),
    ),
  );
}

/** Keys of conditions are the same in large and small letters. */
function valuesOf(key: string, context: Access['context'] = {}): readonly string[] {
  if (context[key] !== undefined) return context[key];
  const found = Object.keys(context).find((name) => name.toLowerCase() === key.toLowerCase());
  return found === undefined ? [] : (context[found] ?? []);
}

/** The permissions that allow an access: none when one denies it. */
export function allowing<One extends Permission>(
  permissions: readonly One[],
  access: Access,
): readonly One[] {
  return allowingOf(
    permissions.filter((permission) => concerns(permission, access)),
    access,
  );
}

/** The same, of permissions that are about this action on this resource. */
export function allowingOf<One extends Permission>(
  concerning: readonly One[],
  access: Access,
): readonly One[] {
  const applying = concerning.filter((permission) => isMet(permission, access));
  return applying.some(({ effect }) => effect === 'Deny') ? [] : applying;
}

/** A permission in one line, for reports. */
export function nameOf({ effect, action, resource, conditions }: Permission): string {
  const keys = Object.values(conditions ?? {}).flatMap((one) => Object.entries(one));
  return [
    ...(effect === 'Deny' ? ['Deny'] : []),
    action,
    resource,
    ...keys.map(([key, patterns]) => `${key}=${patterns.join(',')}`),
  ].join(' ');
}
