import { createHash } from 'node:crypto';
import { limits } from '@sluice/contract';
import type { Services } from '../services.ts';
import { unlessAltered, type ImportDocuments, type ImportRef } from './documents.ts';
import type { Expectation } from './drift.ts';
import { asFound } from './expected.ts';
import type { ImportRequest, RecordSets } from './import-request.ts';
import type { ImportPlan } from './plan.ts';

/** Identifies record sets by their JSON. */
export const digestOf = (recordSets: RecordSets): string =>
  createHash('sha256').update(JSON.stringify(recordSets)).digest('base64url');

export const noSuchDryRun =
  'asInDryRun: expected the importId of a valid dry run of the same record sets, whose plan is still kept.';

interface Expecting {
  readonly request: ImportRequest;
  readonly digest: string;
  readonly asInDryRun: string | undefined;
}

/** The valid dry runs of a site, with which an import of the same record sets is compared. */
export function knownDryRuns({
  store,
  documents,
  now,
}: Pick<Services, 'store' | 'now'> & { readonly documents: ImportDocuments }) {
  // An import needs the plan of its dry run before it is planned, and after it has ended.
  const plans = new Map<string, Promise<ImportPlan | undefined>>();
  const planOf = ({ siteId, importId }: ImportRef): Promise<ImportPlan | undefined> => {
    const known = plans.get(importId) ?? readPlan(siteId, importId);
    plans.set(importId, known);
    return known;
  };
  const readPlan = async (siteId: string, importId: string): Promise<ImportPlan | undefined> => {
    const item = await store.imports.get(siteId, importId);
    return item && (await unlessAltered(() => documents.steps(item)))?.plan;
  };
  return {
    note: async ({ siteId, importId }: ImportRef, digest: string): Promise<void> => {
      const expires = Math.floor(now().getTime() / 1000) + limits.dryRunDays * 24 * 3600;
      await store.dryRuns.note({ siteId, digest, importId, expires });
    },
    find: async ({ siteId, importId }: ImportRef, digest: string): Promise<string | null> => {
      const found = await store.dryRuns.find(siteId, digest, now());
      // A later dry run says nothing about this import.
      return found !== undefined && found < importId ? found : null;
    },
    /** The steps that a dry run expected, if there was one and its plan is still stored. */
    expectation: async ({ siteId }: ImportRef, since: string | null): Promise<Expectation | undefined> => {
      if (since === null) return undefined;
      const plan = await planOf({ siteId, importId: since });
      return plan && { since, steps: plan.steps };
    },
    /** The request with what the dry run that it names has found. Undefined if that is none of the same record sets. */
    expecting: async (
      { siteId }: ImportRef,
      { request, asInDryRun, digest }: Expecting,
    ): Promise<ImportRequest | undefined> => {
      if (asInDryRun === undefined) return request;
      const plan = await planOf({ siteId, importId: asInDryRun });
      return plan?.digest === digest ? asFound(request, plan.steps) : undefined;
    },
  };
}
export type KnownDryRuns = ReturnType<typeof knownDryRuns>;
