import { prettifyError, z } from 'zod';
import { SeedError } from '../seed/seed-error.ts';

/** The outputs by which the parts of Sluice are found in its templates. */
const outputsSchema = z.object({
  ServiceUrl: z.url(),
  ControlUrl: z.url(),
  DropBucket: z.string(),
  FilesBucket: z.string(),
  HistoryUrl: z.url(),
  ServiceSecretArn: z.string(),
});
export type SluiceOutputs = z.infer<typeof outputsSchema>;

/** Throws `SeedError` where the templates are not those of both halves of Sluice. */
export function sluiceOutputs(outputs: Readonly<Record<string, string>>): SluiceOutputs {
  const parsed = outputsSchema.safeParse(outputs);
  if (parsed.success) return parsed.data;
  throw new SeedError(`Outputs are missing in the templates:\n${prettifyError(parsed.error)}`);
}
