import * as z from 'zod';
import { customFieldDefinition, expectationSchema, previewSchema, type Preview } from '@sluice/contract';
import { inParallel } from '@sluice/parallel';
import type { Blobs } from '../store/blobs.ts';
import { namesOf, type ImportItem } from '../store/import-item.ts';
import { jsonBlobs } from '../store/json-blobs.ts';
import { importPlan, outcome, stepsOfRecord, type ImportPlan, type Outcome } from './plan.ts';
import { sha256Of, type MadePreview } from './preview.ts';

export type ImportRef = Readonly<Pick<ImportItem, 'siteId' | 'importId'>>;

/** What one worker stores of an import. It has a folder of its own, so that it replaces nothing of another. */
export interface WorkerRef extends ImportRef {
  readonly by: string;
}

export const importFolder = ({ siteId, importId }: ImportRef): string => `imports/${siteId}/${importId}`;
/** What an import sent. Like the before-images it has a prefix of its own, so that the bucket can expire it. */
const bodyKey = ({ siteId, importId }: ImportRef): string => `bodies/${siteId}/${importId}.json`;
/** The before-images of an import. */
export const imagesFolder = ({ siteId, importId }: ImportRef): string => `images/${siteId}/${importId}`;

export const importBody = z.object({
  recordSets: z.array(
    z.object({
      schema: z.string(),
      lookup: z.string(),
      records: z.array(z.record(z.string(), z.unknown())),
      expects: z.array(expectationSchema).optional(),
    }),
  ),
  asInDryRun: z.string().optional(),
  /** The fields that the records were checked with. Later changes to fields do not affect the import. */
  customFields: z.array(customFieldDefinition).default([]),
});
export type ImportBody = z.output<typeof importBody>;

/** The name of an object, one of several. */
export const numbered = (name: string, at: number): string => `${name}-${String(at).padStart(5, '0')}.json`;

const pagesAtOnce = 4;
/** An answer of `downloadFile` that is JSON would be a refusal. */
const pageType = 'application/octet-stream';

const diffPageKey = (ref: ImportRef, hash: string): string => `${importFolder(ref)}/diffs-${hash}.json`;

/** Where a page of diffs is stored. Its key names the import and the hash of the page, so its contents never change. */
export function diffPageBlobKey(siteId: string, key: string): string | undefined {
  const [, importId, hash] = /^([0-9a-z]{26})-([0-9a-f]{64})$/u.exec(key) ?? [];
  return importId === undefined || hash === undefined ? undefined : diffPageKey({ siteId, importId }, hash);
}

/** The objects of an import: its body, its plan, the outcomes of its chunks and its preview. Only those are read that it names. */
export function importDocuments(blobs: Blobs) {
  const json = jsonBlobs(blobs);
  const planKey = (ref: WorkerRef): string => `${imagesFolder(ref)}/${ref.by}/plan.json`;
  const chunkKey = (ref: WorkerRef, chunk: number): string =>
    `${importFolder(ref)}/${ref.by}/${numbered('outcomes', chunk)}`;
  const previewKey = (ref: WorkerRef): string => `${importFolder(ref)}/${ref.by}/preview.json`;
  const readPlan = async <T>(item: ImportItem, schema: z.ZodType<T>): Promise<T | undefined> =>
    item.plan === null ? undefined : json.read(planKey({ ...item, by: item.plan }), schema);

  return {
    /** The first body counts: a repeated request may find other custom fields. */
    putBody: (ref: ImportRef, sent: ImportBody) => json.putNew(bodyKey(ref), sent),
    body: (ref: ImportRef) => json.read(bodyKey(ref), importBody),
    putPlan: (ref: WorkerRef, plan: ImportPlan) => json.put(planKey(ref), plan),
    plan: (item: ImportItem) => readPlan(item, importPlan),
    planOfRecord: (item: ImportItem, id: string) => readPlan(item, z.object({ steps: stepsOfRecord(id) })),
    /** Whether the plan is still stored, without reading it. */
    hasPlan: async (item: ImportItem) =>
      item.plan !== null && (await blobs.size(planKey({ ...item, by: item.plan }))) !== undefined,
    putChunk: (ref: WorkerRef, chunk: number, made: readonly Outcome[]) =>
      json.put(chunkKey(ref, chunk), made),
    chunk: async (item: ImportItem, chunk: number): Promise<Outcome[]> => {
      const by = namesOf(item.outcomes)[chunk];
      return (
        (by !== undefined && (await json.read(chunkKey({ ...item, by }, chunk), z.array(outcome)))) || []
      );
    },
    /** The pages come first, so that a preview always has them. */
    putPreview: async (ref: WorkerRef, { preview, pages }: MadePreview): Promise<void> => {
      const hashes = pages.map(sha256Of);
      await inParallel(pages, pagesAtOnce, (page, at) =>
        blobs.put(diffPageKey(ref, hashes[at] ?? ''), page, pageType),
      );
      const diffPages = hashes.map((hash) => `${ref.importId}-${hash}`);
      const whole: Preview = { ...preview, ...(pages.length > 0 && { diffPages }) };
      await json.put(previewKey(ref), previewSchema.parse(whole));
    },
    /** The preview as JSON text, as the answer has it. */
    preview: async (item: ImportItem) =>
      item.preview === null ? undefined : json.text(previewKey({ ...item, by: item.preview })),
  };
}
export type ImportDocuments = ReturnType<typeof importDocuments>;

export const previewOf = (text: string): Preview => previewSchema.parse(JSON.parse(text));
