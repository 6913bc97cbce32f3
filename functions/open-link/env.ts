import * as z from 'zod';
import { text } from '../env-fields.ts';

export const openLinkEnv = z.object({ FILES_BUCKET: text });
export type OpenLinkEnv = z.infer<typeof openLinkEnv>;
