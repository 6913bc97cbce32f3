import type { Role } from 'aws-cdk-lib/aws-iam';

/** What a function may touch, and the variables by which it finds it: given together or not at all. */
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

/** One grant of several: every variable, every permission. */
export function together<const Grants extends readonly Grant[]>(
  ...grants: Grants
): { readonly env: Joined<Grants>; readonly allow: (role: Role) => void } {
  return {
    env: Object.assign({}, ...grants.map((grant) => grant.env)),
    allow: (role) => grants.forEach((grant) => grant.allow(role)),
  };
}

/** Variables that need no permission. */
export function setting<Env extends object>(env: Env): Grant<Env> {
  return { env, allow: () => {} };
}
