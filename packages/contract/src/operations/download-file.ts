import { z } from 'zod';
import { operation } from './operation.ts';

/** The bytes of a document, directly or by a redirect to a signed address. Only a refusal is an envelope. */
export const downloadFile = operation({
  input: z.strictObject({ key: z.string().min(1).max(1024) }),
  output: z.object({ bytes: z.instanceof(Uint8Array), contentType: z.string().optional() }),
  permission: 'read',
  answers: 'file',
});
