import * as z from 'zod';
import { customFieldDefinition, expectationSchema, previewSchema, type Preview } from '@sluice/contract';
import { inParallel } from '@sluice/aws-kit/parallel';
import type { Blobs } from '../store/blobs.ts';
import { namesOf, type ImportItem } from '../store/import-item.ts';
import { jsonBlobs } from '../store/json-blobs.ts';
import {
  importPlan,
  outcome,
  planStep,
  stepsOfRecord,
  type ImportPlan,
  type Outcome,
  type PlanStep,
} from './plan.ts';
import { sha256Of, type MadePreview } from './preview.ts';
import {
  erasedIn,
  hashOfRows,
  hashOfRowTexts,
  readRow,
  shortHash,
  textOfPlan,
  textOfSteps,
} from '../store/rows-text.ts';
import { hashOfOutcomes, storedValues } from './stored-values.ts';

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

const outcomesSchema = z.array(outcome);

/** The name of an object, one of several. */
export const numbered = (name: string, at: number): string => `${name}-${String(at).padStart(5, '0')}.json`;

/** What is stored of an import is not what its item says: somebody changed or removed it. Nothing of it is shown or written. */
export class AlteredError extends Error {
  override readonly name = 'AlteredError';
}

/** Undefined for what was altered, where nothing of it is needed. */
export async function unlessAltered<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AlteredError) return undefined;
    throw error;
  }
}

const planSteps = z.array(planStep);
const rowsIn = z.array(z.unknown()).transform((rows) => rows.map(readRow));
const planRows = z.looseObject({ steps: rowsIn });

interface Again {
  readonly steps: readonly PlanStep[];
  /** The salts of its rows are made from it. It is not stored. */
  readonly secret: string;
}

const pagesAtOnce = 4;
/** An answer of `downloadFile` that is JSON would be a refusal. */
const pageType = 'application/octet-stream';

const diffPageKey = (ref: ImportRef, hash: string): string => `${importFolder(ref)}/diffs-${hash}.json`;

/** Where a page of diffs is stored. Its key names the import and the hash of the page, so its contents never change. */
export function diffPageBlobKey(siteId: string, key: string): string | undefined {
  const [, importId, hash] = /^([0-9a-z]{26})-([0-9a-f]{64})$/u.exec(key) ?? [];
  return importId === undefined || hash === undefined ? undefined : diffPageKey({ siteId, importId }, hash);
}

const planKey = (ref: WorkerRef): string => `${imagesFolder(ref)}/${ref.by}/plan.json`;
const againKey = (ref: WorkerRef, at: number): string =>
  `${imagesFolder(ref)}/${ref.by}/${numbered('again', at)}`;
export const previewKey = (ref: WorkerRef): string => `${importFolder(ref)}/${ref.by}/preview.json`;

/** What an import planned first, and in order what it planned again: of one record, the last was made. */
interface StoredSteps<Plan> {
  readonly plan: Plan;
  readonly again: readonly PlanStep[];
}

/** The steps of imports. @throws AlteredError if they are not those that the import stored */
function storedSteps(blobs: Blobs) {
  const json = jsonBlobs(blobs);
  /** The texts of the plan and of what was planned again. Undefined when they are no longer stored. */
  const stepTexts = async (item: ImportItem): Promise<readonly [string, ...string[]] | undefined> => {
    const { plan: by, again, stepsSha256, importId, erasures = [] } = item;
    const plan = by === null ? undefined : await json.text(planKey({ ...item, by }));
    if (plan === undefined) return undefined;
    const texts: [string, ...string[]] = [plan];
    for (const [at, worker] of namesOf(again).entries())
      texts.push((await json.text(againKey({ ...item, by: worker }, at))) ?? '[]');
    if (stepsSha256 !== undefined && hashOfRowTexts(texts) !== stepsSha256)
      throw new AlteredError(`The steps of import ${importId} are not those that it stored.`);
    const erased = new Set(erasures.flatMap(({ rows }) => rows));
    if (erasedIn(texts).some((hash) => !erased.has(shortHash(hash))))
      throw new AlteredError(`Rows of import ${importId} say that they were erased, and were not.`);
    return texts;
  };
  const putRows = async (key: string, text: string): Promise<string> => {
    const stored = blobs.put(key, text, 'application/json');
    const rowsSha256 = hashOfRows(text);
    await stored;
    return rowsSha256;
  };
  const stepsBy = async <Plan>(
    item: ImportItem,
    plan: z.ZodType<Plan>,
    steps: z.ZodType<PlanStep[]>,
  ): Promise<StoredSteps<Plan> | undefined> => {
    const [first, ...others] = (await stepTexts(item)) ?? [];
    if (first === undefined) return undefined;
    const again = others.flatMap((text) => steps.parse(rowsIn.parse(JSON.parse(text))));
    return { plan: plan.parse(planRows.parse(JSON.parse(first))), again };
  };

  return {
    /** @returns the hash of its rows */
    putPlan: (ref: WorkerRef, plan: ImportPlan, secret: string) =>
      putRows(planKey(ref), textOfPlan(plan, secret)),
    /** @returns the hash of its rows */
    putAgain: (ref: WorkerRef, at: number, { steps, secret }: Again) =>
      putRows(againKey(ref, at), textOfSteps(steps, secret)),
    stepTexts,
    steps: (item: ImportItem) => stepsBy(item, importPlan, planSteps),
    stepsOfRecord: (item: ImportItem, id: string) =>
      stepsBy(item, z.object({ steps: stepsOfRecord(id) }), stepsOfRecord(id)),
    /** Whether the plan is still stored, without reading it. */
    hasPlan: async (item: ImportItem) =>
      item.plan !== null && (await blobs.size(planKey({ ...item, by: item.plan }))) !== undefined,
  };
}

/** The objects of an import: its body, its plan, the outcomes of its chunks and its preview. Only those are read that it names. */
export function importDocuments(blobs: Blobs) {
  const json = jsonBlobs(blobs);
  const chunkKey = (ref: WorkerRef, chunk: number): string =>
    `${importFolder(ref)}/${ref.by}/${numbered('outcomes', chunk)}`;

  return {
    ...storedSteps(blobs),
    /** The first body counts: a repeated request may find other custom fields. */
    putBody: (ref: ImportRef, sent: ImportBody) => json.putNew(bodyKey(ref), sent),
    body: (ref: ImportRef) => json.read(bodyKey(ref), importBody),
    putChunk: (ref: WorkerRef, chunk: number, made: readonly Outcome[]) =>
      json.put(chunkKey(ref, chunk), made),
    chunk: async (item: ImportItem, chunk: number): Promise<Outcome[]> => {
      const by = namesOf(item.outcomes)[chunk];
      return (by !== undefined && (await json.read(chunkKey({ ...item, by }, chunk), outcomesSchema))) || [];
    },
    /**
     * The pages come first, so that a preview always has them. @returns what the item then has of it
     * @param item names the plan, if there is one
     */
    putPreview: async (item: ImportItem & WorkerRef, { preview, pages }: MadePreview) => {
      const hashes = pages.map(sha256Of);
      await inParallel(pages, pagesAtOnce, (page, at) =>
        blobs.put(diffPageKey(item, hashes[at] ?? ''), page, pageType),
      );
      const diffPages = hashes.map((hash) => `${item.importId}-${hash}`);
      const outcomesSha256 = hashOfOutcomes(preview.outcomes);
      const values = storedValues({ ...item, outcomesSha256 });
      const whole: Preview = {
        ...preview,
        ...(pages.length > 0 && { diffPages }),
        ...(values && { values }),
      };
      const text = JSON.stringify(previewSchema.parse(whole));
      await blobs.put(previewKey(item), text, 'application/json');
      return { preview: item.by, previewSha256: sha256Of(text), outcomesSha256 };
    },
    /** The preview as JSON text, as the answer has it. */
    preview: async (item: ImportItem): Promise<string | undefined> => {
      const { preview: by, previewSha256, importId } = item;
      const text = by === null ? undefined : await json.text(previewKey({ ...item, by }));
      if (text === undefined || previewSha256 === undefined || sha256Of(text) === previewSha256) return text;
      throw new AlteredError(`The preview of import ${importId} is not the one that it stored.`);
    },
  };
}
export type ImportDocuments = ReturnType<typeof importDocuments>;

export const previewOf = (text: string): Preview => previewSchema.parse(JSON.parse(text));
