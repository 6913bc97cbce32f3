import * as z from 'zod';

/** A version of a profile, of the definition of a migration, or of a file below `migrations/`, and who uploaded it. */
export const newUploadSchema = z.object({
  uploadId: z.string(),
  bucket: z.string(),
  key: z.string(),
  versionId: z.string(),
  bytes: z.int().nonnegative(),
  /** Of the text of a profile or a definition. */
  sha256: z.string().optional(),
  /** A person's name if it is known, else the principal by S3. */
  droppedBy: z.string(),
  /** The principal by S3, if `droppedBy` is a name that the uploader gave. */
  principal: z.string().optional(),
  /** The IP address of the uploader. For operators, never for a log. */
  droppedFrom: z.string().optional(),
});
export type NewUpload = Readonly<z.infer<typeof newUploadSchema>>;

export const uploadSchema = newUploadSchema.extend({
  recordedAt: z.string(),
  version: z.literal(1),
  /** The hash of its only event. */
  head: z.string().optional(),
});
export type Upload = Readonly<z.infer<typeof uploadSchema>>;

/** The version of a definition that a start has, and who uploaded it. */
export const definitionUploadSchema = z.object({
  bucket: z.string(),
  key: z.string(),
  versionId: z.string(),
  /** Of its text. */
  sha256: z.string(),
  /** A person's name if it is known, else the principal by S3. */
  droppedBy: z.string(),
  /** The principal by S3, if `droppedBy` is a name that the uploader gave; `unknown` if there is only the name. */
  principal: z.string().optional(),
  droppedFrom: z.string().optional(),
});
export type DefinitionUpload = Readonly<z.infer<typeof definitionUploadSchema>>;
