import * as z from 'zod';
import { operation } from './operation.ts';

export const checkCredentials = operation({
  input: z.strictObject({}),
  output: z.object({}),
  permission: 'read',
  about: 'Checks whether the credentials work. `ok` is true when they do.',
  example: {},
});
