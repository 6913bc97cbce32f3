import { basename } from 'node:path/posix';
import { requestOf } from '@sluice/flow/act/request-of';
import { failure, jsonOf, success, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import type { Ledger, Run } from '@sluice/ledger';
import type * as z from 'zod';
import { downloadSchema, type fileKinds, type signedDownloadSchema } from '../shapes.ts';

/** An object version of one of the two buckets. */
export interface DownloadRef {
  /** The files bucket when absent. */
  readonly bucket?: string;
  readonly key: string;
  readonly versionId?: string;
}

export interface SignDownloadServices {
  readonly ledger: Pick<Ledger, 'run'>;
  /** A presigned GET for some minutes, by which a browser saves the file under this name; undefined if it is gone. */
  readonly addressOf: (
    ref: DownloadRef,
    name: string,
  ) => Promise<{ readonly url: string; readonly bytes: number } | undefined>;
}

type FileKind = (typeof fileKinds)[number];

/** `POST /downloads`: where a file of a run is, for a few minutes. */
export async function signDownload(
  request: HttpRequest,
  { ledger, addressOf }: SignDownloadServices,
): Promise<HttpResponse> {
  const parsed = requestOf(downloadSchema, jsonOf(request.body));
  if ('refused' in parsed) return parsed.refused;
  const { runId, file } = parsed.data;
  const run = await ledger.run(runId);
  const ref = run && fileOf[file](run);
  if (ref === undefined) return noFile;
  const name = basename(ref.key);
  const address = await addressOf(ref, name);
  if (address === undefined) return noFile;
  return success({ ...address, name } satisfies z.input<typeof signedDownloadSchema>);
}

/** Only what the ledger says of the run: a request names no key. */
const fileOf: Readonly<Record<FileKind, (run: Run) => DownloadRef | undefined>> = {
  drop: ({ bucket, key, versionId }) => ({ bucket, key, versionId }),
  plan: ({ approval }) => written(approval?.planKey),
  result: ({ resultKey }) => written(resultKey),
  undo: ({ undo }) => written(undo?.reportKey),
  rows: ({ resultKey }) => rowsOf(resultKey),
  planRows: ({ approval }) => rowsOf(approval?.planKey),
  undoRows: ({ undo }) => rowsOf(undo?.reportKey),
};

const written = (key: string | undefined): DownloadRef | undefined =>
  key === undefined ? undefined : { key };

/** They stand beside their sheet. */
const rowsOf = (key: string | undefined): DownloadRef | undefined => written(key && `${key}.rows`);

const noFile = failure(404, 'not_found', 'There is no such file of this run, or not any more.');
