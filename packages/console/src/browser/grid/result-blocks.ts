import { signedDownloadSchema } from '../../api/shapes.ts';
import { openRowBlocks, type RowBlocks } from '@sluice/import-plan/read-row-blocks';
import { ask } from '../app/api.ts';

/** The packed rows of a run's result, plan or undo, read by ranges. An address that has ended is asked for anew. */
export async function resultBlocks(
  runId: string,
  file: 'rows' | 'planRows' | 'undoRows' = 'rows',
): Promise<RowBlocks> {
  const sign = () => ask('download', { body: { runId, file }, answer: signedDownloadSchema });
  let signed = await sign();
  const get = (range: string) => fetch(signed.url, { headers: { range }, credentials: 'omit' });
  const read = async (start: number, end: number) => {
    const range = `bytes=${start}-${end - 1}`;
    let response = await get(range);
    if (response.status === 403) {
      signed = await sign();
      response = await get(range);
    }
    if (!response.ok) throw new Error('These rows are not there any more. Reload the page.');
    return new Uint8Array(await response.arrayBuffer());
  };
  return openRowBlocks(read, signed.bytes);
}
