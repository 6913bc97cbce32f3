import { z } from 'zod';
import { templates } from './default-templates.ts';
import { resolved } from './resolved.ts';
import type { Permission } from './statements.ts';

const policySchema = z.strictObject({
  Version: z.literal('2012-10-17'),
  Statement: z.array(
    z.strictObject({
      Effect: z.literal('Allow'),
      Action: z.array(z.string()),
      Resource: z.array(z.string()),
    }),
  ),
});

const policies = [...templates.outputs].filter(([name]) => name.endsWith('Policy'));

/** What the policies in the outputs allow people to do: every action on every resource, one by one. */
export const peoplePermissions: readonly Permission[] = policies.flatMap(([holder, value]) =>
  policySchema
    .parse(JSON.parse(z.string().max(4096).parse(resolved(value, templates))))
    .Statement.flatMap(({ Action, Resource }) =>
      Action.flatMap((action) =>
        Resource.map((resource) => ({ holder, effect: 'Allow' as const, action, resource })),
      ),
    ),
);
