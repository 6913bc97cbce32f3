import * as z from 'zod';
import { definitionUploadSchema } from './upload.ts';

/** The step of a migration that began a run, with the settings that a drop gets from its inbox folder. */
export const ofMigrationSchema = z.object({
  migrationId: z.string().min(1),
  name: z.string(),
  scheduledAt: z.string(),
  /** From 1. */
  step: z.int().positive(),
  profile: z.string().optional(),
  schema: z.string().optional(),
  lookup: z.string().optional(),
  sheet: z.string().optional(),
  /** Who uploaded the definition. Runs of earlier versions have none. */
  definitionUpload: definitionUploadSchema.optional(),
  /** The run ends with its dry run. */
  dryRun: z.literal(true).optional(),
  /** In a dry run: the runs of earlier steps whose rows all passed. Their records count as written. */
  after: z.array(z.string()).readonly().optional(),
});
export type OfMigration = Readonly<z.infer<typeof ofMigrationSchema>>;
