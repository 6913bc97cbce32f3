import * as z from 'zod';
import { savedSchema } from '../fields/derive.ts';
import { isEmpty } from '../fields/values.ts';
import { limits } from '../wire/limits.ts';
import { userFields, userTypes } from '../resources/user.ts';
import { operation } from './operation.ts';

const user = savedSchema(userFields).check(({ value, issues }) => {
  const { id, name, userType } = value;
  const refuse = (field: string, message: string) =>
    issues.push({ code: 'custom', input: undefined, path: [field], message });
  const lacksName = name === undefined ? id === undefined : isEmpty(name);
  if (lacksName) refuse('name', 'expected a name: a user cannot be without one');
  // A new user becomes a client. An existing user without a type would be found by no import.
  const losesType = id !== undefined && userType === null;
  if (losesType) refuse('userType', `expected one of: ${userTypes.join(', ')}; it cannot be cleared`);
});

/** All users are saved, or none. One with an `id` is updated, one without is created. */
export const saveUsers = operation({
  input: z.strictObject({ users: z.array(user).min(1).max(limits.saveUsers) }),
  output: z.object({
    users: z.array(z.object({ id: z.string(), updatedDate: z.string() })),
  }),
  permission: 'write',
  about:
    'Creates and updates users. One with an `id` is updated, one without is created. All users are saved, or none. The answer has the order of the request.',
  example: { users: [{ name: 'Zoë Ash', email: 'zoe@example.com', userType: 'client' }] },
});
