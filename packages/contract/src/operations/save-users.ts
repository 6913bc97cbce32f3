import { z } from 'zod';
import { savedSchema } from '../fields/derive.ts';
import { isEmpty } from '../fields/values.ts';
import { limits } from '../limits.ts';
import { userFields } from '../resources/user.ts';
import { operation } from './operation.ts';

const user = savedSchema(userFields).check((context) => {
  const { id, name } = context.value;
  const lacksName = name === undefined ? id === undefined : isEmpty(name);
  if (!lacksName) return;
  context.issues.push({
    code: 'custom',
    input: undefined,
    path: ['name'],
    message: 'expected a name: a user cannot be without one',
  });
});

/** All users are saved, or none. One with an `id` is updated, one without is created. */
export const saveUsers = operation({
  input: z.strictObject({ users: z.array(user).min(1).max(limits.saveUsers) }),
  output: z.object({
    users: z.array(z.object({ id: z.string(), updatedDate: z.string() })),
  }),
  permission: 'write',
});
