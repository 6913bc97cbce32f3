import { signedDownloadSchema } from '../../../api/shapes.ts';
import type { RowBlocks } from '@sluice/import-plan/read-row-blocks';
import type { RunHead } from '../../app/answers.ts';
import { ask } from '../../app/api.ts';
import { notLanded } from './failed-rows.ts';
import type { Folder } from './folder.ts';

/** The file of a run, some of whose rows are corrected. */
export interface CorrectedRun {
  readonly runId: string;
  /** Where it was dropped, and so will be again. */
  readonly key: string;
  readonly sha256: string;
  readonly folder: Folder;
  readonly sheetName?: string | undefined;
  readonly fetch: () => Promise<File>;
  /** The numbers of the rows that are sent again; undefined for all. */
  readonly only: () => Promise<ReadonlySet<number> | undefined>;
}

/** Where the other rows have landed, only these are dropped again. */
export const isPartly = ({ status }: RunHead): boolean => status === 'partly_succeeded';

export function correctedRun(run: RunHead, blocks: RowBlocks): CorrectedRun {
  const { runId, key, profile, schema, lookup, sheetName } = run;
  return {
    ...{ runId, key, sheetName, sha256: run.sha256 ?? '' },
    folder:
      profile === undefined
        ? { kind: 'direct', schema: schema ?? '', lookup: lookup ?? '' }
        : { kind: 'profile', name: profile },
    only: async () => (isPartly(run) ? notLanded(blocks) : undefined),
    fetch: () => droppedFile(runId),
  };
}

/** The file of a run, as it was dropped. @throws ApiError, Error */
export async function droppedFile(runId: string): Promise<File> {
  const body = { runId, file: 'drop' } as const;
  const { url, name } = await ask('download', { body, answer: signedDownloadSchema });
  const response = await fetch(url, { credentials: 'omit' });
  if (!response.ok) throw new Error('The file that was dropped is not there any more.');
  return new File([await response.blob()], name);
}
