import * as z from 'zod';
import { importStatusSchema } from '../imports/import-status.ts';
import { idInput } from '../wire/paging.ts';
import { operation } from './operation.ts';

export const importStatus = operation({
  input: z.strictObject({ importId: idInput }),
  output: z.object({ importStatus: importStatusSchema }),
  permission: 'read',
  about: 'Shows the progress of an import. Ask again until `done` is true.',
  example: { importId: '0mk2f4e7c1p9' },
});
