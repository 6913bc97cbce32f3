import { completedUploadSchema, signedUploadSchema } from '../../../api/shapes.ts';
import { importSchema } from '@sluice/contract';
import { earlierOf, type Earlier } from '@sluice/ledger/views';
import { runListSchema } from '../../app/answers.ts';
import { ApiError, ask } from '../../app/api.ts';
import type { Kept, Sending } from './upload.ts';

/** What became of the same bytes, and which runs have written since they landed. */
export const askEarlier = (sha256: string): Promise<Earlier | undefined> =>
  earlierOf(sha256, {
    page: (query, after) => ask('runs', { query: { ...query, after }, answer: runListSchema }),
    // Runs of one collection write to the same records: `client` and `professional` are one.
    collectionOf: (schema) => importSchema(schema)?.collection ?? schema,
  });

const longestPauseMs = 30_000;
const passing = ['offline', 'unauthorized', 'failed'];

/** Sends by the API and the bucket. `say` tells why an upload waits; undefined once it goes on. */
export function sendingBy(
  keep: (kept: Kept | undefined) => void,
  tell: Pick<Sending, 'onSent'> & Saying,
): Sending {
  let why = '';
  const noted = async <T>(act: Promise<T>): Promise<T> => {
    try {
      const result = await act;
      tell.onWait(undefined);
      return result;
    } catch (error) {
      why = error instanceof ApiError ? error.message : 'The connection to the bucket was lost.';
      throw error;
    }
  };
  return {
    begin: (body) => noted(ask('upload', { body, answer: signedUploadSchema })),
    resume: (asked, uploadId) =>
      noted(ask('resumeUpload', { body: { ...asked, uploadId }, answer: signedUploadSchema })),
    complete: ({ key, sha256, bytes }, uploadId) =>
      noted(ask('completeUpload', { body: { key, uploadId, sha256, bytes }, answer: completedUploadSchema })),
    put: async ({ url, headers }, body) => {
      const response = await noted(fetch(url, { method: 'PUT', headers, body, credentials: 'omit' }));
      why = `The bucket did not take the file (${response.status}).`;
      return response.ok;
    },
    keep,
    onSent: tell.onSent,
    pause: (tries) => {
      tell.onWait(`${why} Nothing is lost: the upload goes on by itself. Leave this page open.`);
      return soonOrOnline(Math.min(longestPauseMs, 1000 * 2 ** tries));
    },
    mayPass: (error) =>
      error instanceof ApiError ? passing.includes(error.code) : error instanceof TypeError,
  };
}

interface Saying {
  readonly onWait: (why: string | undefined) => void;
}

function soonOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      removeEventListener('online', done);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
  });
}
