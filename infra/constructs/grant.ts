import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';

/** A permission of a function and the variables that go with it, always given together. */
export interface Grant<Env extends object = object> {
  readonly env: Env;
  readonly allow: (role: Role) => void;
}

type Joined<Grants extends readonly Grant[]> = Grants extends readonly [
  Grant<infer First>,
  ...infer Rest extends readonly Grant[],
]
  ? First & Joined<Rest>
  : unknown;

/** Joins grants: all their variables, all their permissions. */
export function together<const Grants extends readonly Grant[]>(
  ...grants: Grants
): { readonly env: Joined<Grants>; readonly allow: (role: Role) => void } {
  return {
    env: Object.assign({}, ...grants.map((grant) => grant.env)),
    allow: (role) => grants.forEach((grant) => grant.allow(role)),
  };
}

/** These actions on these resources. */
export function permission<Env extends object>(
  env: Env,
  actions: readonly string[],
  ...resources: string[]
): Grant<Env> {
  return {
    env,
    allow: (role) => role.addToPolicy(new PolicyStatement({ actions: [...actions], resources })),
  };
}

/** Variables that need no permission. */
export function setting<Env extends object>(env: Env): Grant<Env> {
  return { env, allow: () => {} };
}
