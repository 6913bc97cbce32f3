import { z } from 'zod';
import { importStatusSchema } from '../import-status.ts';
import { idInput } from '../paging.ts';
import { operation } from './operation.ts';

export const importStatus = operation({
  input: z.strictObject({ importId: idInput }),
  output: z.object({ importStatus: importStatusSchema }),
  permission: 'read',
});
