import * as z from 'zod';
import { customFieldDefinition, previewSchema, type Preview } from '@sluice/contract';
import type { Blobs } from '../store/blobs.ts';
import type { ImportItem } from '../store/import-item.ts';
import { jsonBlobs } from '../store/json-blobs.ts';
import { importPlan, outcome, stepsOfRecord, type ImportPlan, type Outcome } from './plan.ts';

export type ImportRef = Readonly<Pick<ImportItem, 'siteId' | 'importId'>>;

export const importFolder = ({ siteId, importId }: ImportRef): string => `imports/${siteId}/${importId}`;
/** What an import sent. Like the before-images it has a prefix of its own, so that the bucket can expire it. */
const bodyKey = ({ siteId, importId }: ImportRef): string => `bodies/${siteId}/${importId}.json`;
/** The before-images of an import. */
export const imagesFolder = ({ siteId, importId }: ImportRef): string => `images/${siteId}/${importId}`;

export const importBody = z.object({
  recordSets: z.array(
    z.object({ schema: z.string(), lookup: z.string(), records: z.array(z.record(z.string(), z.unknown())) }),
  ),
  /** The fields that the records were checked with. Later changes to fields do not affect the import. */
  customFields: z.array(customFieldDefinition).default([]),
});
export type ImportBody = z.output<typeof importBody>;

/** The objects of an import: its body, its plan, the outcomes of its chunks and its preview. */
export function importDocuments(blobs: Blobs) {
  const json = jsonBlobs(blobs);
  const keyOf = (ref: ImportRef, name: string): string => `${importFolder(ref)}/${name}.json`;
  const planKey = (ref: ImportRef): string => `${imagesFolder(ref)}/plan.json`;
  const put = (ref: ImportRef, name: string, value: unknown): Promise<void> =>
    json.put(keyOf(ref, name), value);
  const chunkName = (chunk: number): string => `outcomes-${String(chunk).padStart(5, '0')}`;

  return {
    putBody: (ref: ImportRef, sent: ImportBody) => json.put(bodyKey(ref), sent),
    body: (ref: ImportRef) => json.read(bodyKey(ref), importBody),
    putPlan: (ref: ImportRef, plan: ImportPlan) => json.put(planKey(ref), plan),
    plan: (ref: ImportRef) => json.read(planKey(ref), importPlan),
    planOfRecord: (ref: ImportRef, id: string) =>
      json.read(planKey(ref), z.object({ steps: stepsOfRecord(id) })),
    /** Whether the plan is still stored, without reading it. */
    hasPlan: async (ref: ImportRef) => (await blobs.size(planKey(ref))) !== undefined,
    putChunk: (ref: ImportRef, chunk: number, made: readonly Outcome[]) => put(ref, chunkName(chunk), made),
    chunk: async (ref: ImportRef, chunk: number) =>
      (await json.read(keyOf(ref, chunkName(chunk)), z.array(outcome))) ?? [],
    putPreview: (ref: ImportRef, preview: Preview) => put(ref, 'preview', previewSchema.parse(preview)),
    /** The preview as JSON text, as the answer has it. */
    preview: (ref: ImportRef) => json.text(keyOf(ref, 'preview')),
  };
}
export type ImportDocuments = ReturnType<typeof importDocuments>;

export const previewOf = (text: string): Preview => previewSchema.parse(JSON.parse(text));
