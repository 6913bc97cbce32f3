import { z } from 'zod';
import { importStatusSchema } from '../import-status.ts';
import { idInput } from '../paging.ts';
import type { Operation } from './operation.ts';

export const importStatus = {
  input: z.strictObject({ importId: idInput }),
  output: z.object({ importStatus: importStatusSchema }),
  permission: 'read',
} as const satisfies Operation;
