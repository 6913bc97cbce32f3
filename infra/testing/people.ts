import { policySchema } from '@sluice/local/iam';
import * as z from 'zod';
import { templates } from './default-templates.ts';
import { resolved } from './resolved.ts';
import type { Permission } from './statements.ts';

const policies = [...templates.outputs].filter(([name]) => name.endsWith('Policy'));

/** What the policies in the outputs allow people to do: every action on every resource, one by one. */
export const peoplePermissions: readonly Permission[] = policies.flatMap(([holder, value]) =>
  policySchema
    .parse(JSON.parse(z.string().max(4096).parse(resolved(value, templates))))
    .map((permission) => ({ holder, ...permission })),
);
