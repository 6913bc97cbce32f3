import * as z from 'zod';
import { limits } from '../wire/limits.ts';
import { operation } from './operation.ts';

/** The bytes of a document, directly or by a redirect to a signed address. Only a refusal is an envelope. */
export const downloadFile = operation({
  input: z.strictObject({ key: z.string().min(1).max(1024) }),
  output: z.object({ bytes: z.instanceof(Uint8Array), contentType: z.string().optional() }),
  permission: 'read',
  answers: 'file',
  about: `Gives the bytes of a document. The contents of a key never change. Files of up to ${limits.downloadBytes} bytes are answered directly, larger ones by a redirect to a signed address, to be fetched without credentials. Only a refusal is JSON with the envelope.`,
  example: { key: '0mk2f4e7c1p9' },
});
