import { z } from 'zod';
import { customFieldDefinition, previewSchema, type Preview } from '@sluice/contract';
import type { Blobs } from '../store/blobs.ts';
import { jsonBlobs } from './json-blobs.ts';
import { importPlan, stepsOfRecord, type ImportPlan, type Outcome } from './plan.ts';

export interface ImportRef {
  readonly siteId: string;
  readonly importId: string;
}

export const importFolder = ({ siteId, importId }: ImportRef): string => `imports/${siteId}/${importId}`;
/** What an import changed, as it was before: kept for a while only, so it has a prefix of its own. */
export const imagesFolder = ({ siteId, importId }: ImportRef): string => `images/${siteId}/${importId}`;

const body = z.object({
  recordSets: z.array(
    z.object({ schema: z.string(), lookup: z.string(), records: z.array(z.record(z.string(), z.unknown())) }),
  ),
  /** By which the records were checked: a field that is renamed or retired meanwhile changes nothing of the import. */
  customFields: z.array(customFieldDefinition).default([]),
});
export type ImportBody = z.output<typeof body>;

const outcomes = z.array(
  z.object({
    number: z.number(),
    outcome: z.enum(['created', 'updated', 'unchanged', 'deleted', 'failed', 'notAttempted']),
    id: z.string().nullable(),
    problem: z
      .object({
        number: z.number(),
        set: z.number(),
        record: z.number(),
        field: z.string(),
        expected: z.string(),
      })
      .optional(),
  }),
);

/** What an import keeps in the bucket: its body, its plan, the outcomes of its chunks and its preview. */
export interface ImportDocuments {
  readonly putBody: (ref: ImportRef, body: ImportBody) => Promise<void>;
  readonly body: (ref: ImportRef) => Promise<ImportBody | undefined>;
  readonly putPlan: (ref: ImportRef, plan: ImportPlan) => Promise<void>;
  readonly plan: (ref: ImportRef) => Promise<ImportPlan | undefined>;
  /** Only the steps of one record. */
  readonly planOfRecord: (ref: ImportRef, id: string) => Promise<Pick<ImportPlan, 'steps'> | undefined>;
  /** Whether the plan is still kept, without reading it. */
  readonly hasPlan: (ref: ImportRef) => Promise<boolean>;
  readonly putChunk: (ref: ImportRef, chunk: number, outcomes: readonly Outcome[]) => Promise<void>;
  readonly chunk: (ref: ImportRef, chunk: number) => Promise<Outcome[]>;
  readonly putPreview: (ref: ImportRef, preview: Preview) => Promise<void>;
  /** As JSON text, which is how it is answered. */
  readonly preview: (ref: ImportRef) => Promise<string | undefined>;
}

export function importDocuments(blobs: Blobs): ImportDocuments {
  const json = jsonBlobs(blobs);
  const keyOf = (ref: ImportRef, name: string): string => `${importFolder(ref)}/${name}.json`;
  const planKey = (ref: ImportRef): string => `${imagesFolder(ref)}/plan.json`;
  const put = (ref: ImportRef, name: string, value: unknown): Promise<void> =>
    json.put(keyOf(ref, name), value);
  const chunkName = (chunk: number): string => `outcomes-${String(chunk).padStart(5, '0')}`;

  return {
    putBody: (ref, sent) => put(ref, 'body', sent),
    body: (ref) => json.read(keyOf(ref, 'body'), body),
    putPlan: (ref, plan) => json.put(planKey(ref), plan),
    plan: (ref) => json.read(planKey(ref), importPlan),
    planOfRecord: (ref, id) => json.read(planKey(ref), z.object({ steps: stepsOfRecord(id) })),
    hasPlan: async (ref) => (await blobs.size(planKey(ref))) !== undefined,
    putChunk: (ref, chunk, made) => put(ref, chunkName(chunk), made),
    chunk: async (ref, chunk) => (await json.read(keyOf(ref, chunkName(chunk)), outcomes)) ?? [],
    putPreview: (ref, preview) => put(ref, 'preview', previewSchema.parse(preview)),
    preview: (ref) => json.text(keyOf(ref, 'preview')),
  };
}
