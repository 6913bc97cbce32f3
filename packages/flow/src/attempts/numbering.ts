import type { Numbering } from '@sluice/import-plan';
import * as z from 'zod';
import type { Files } from '../ports.ts';
import { runKeys } from '../run-objects.ts';

const numberingSchema = z.object({ from: z.literal([0, 1]) });

/** From which number the server counts records, as far as this run has seen. */
export async function numberingOf(runId: string, files: Pick<Files, 'get'>): Promise<Numbering | undefined> {
  const text = await files.get(runKeys.numbering(runId));
  return text === undefined ? undefined : numberingSchema.parse(JSON.parse(text)).from;
}

export const keepNumbering = (runId: string, from: Numbering, files: Pick<Files, 'put'>): Promise<void> =>
  files.put(runKeys.numbering(runId), JSON.stringify({ from }));
