import * as z from 'zod';
import { expectationOf, isEmpty, refusalOf } from '../fields/values.ts';
import { limits } from '../wire/limits.ts';
import { idInput } from '../wire/paging.ts';
import { listItemFields } from '../resources/list-item.ts';
import { operation } from './operation.ts';

const { title, code } = listItemFields;

const item = z.strictObject({
  title: z
    .string()
    .min(1)
    .refine((text) => refusalOf(title, text) === undefined, `expected ${expectationOf(title)}`),
  code: z
    .string()
    .refine((text) => refusalOf(code, text) === undefined, `expected ${expectationOf(code)}`)
    // An empty code counts as none.
    .transform((text) => (isEmpty(text) ? undefined : text))
    .optional(),
});

/** `listId` takes the id of a list or its name. All items are kept, or none. */
export const createListItems = operation({
  input: z.strictObject({
    listId: idInput.describe('The id of a list, or its name.'),
    items: z.array(item).max(limits.listItems),
  }),
  output: z.object({
    items: z.array(z.object({ id: z.string(), title: z.string(), created: z.boolean() })),
  }),
  permission: 'write',
  about:
    'Adds items to a list, or finds those that it has. An item with a `code` is matched by it, and takes the new title; one without is matched by its title, in any case, and returned as it is. All items are kept, or none. The answer has the order of the request.',
  example: { listId: 'Counties', items: [{ title: 'Kent', code: 'KEN' }, { title: 'Essex' }] },
});
