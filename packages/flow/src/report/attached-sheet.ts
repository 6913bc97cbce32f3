import type { Attachment } from '@sluice/answers';
import { fileNameIn, oneLine } from '@sluice/contract/words';
import type { Files } from '../ports.ts';

export interface AttachServices {
  readonly files: Pick<Files, 'stream'>;
  /** Whether mails carry the result sheet. */
  readonly attaches?: boolean | undefined;
}

/** Many mail servers take no more than a few megabytes. */
const mostBytes = 1024 * 1024;

const contentTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
};

/** The result sheet for the mail of its run; undefined if it is too large or not wanted. */
export async function attachedSheet(
  resultKey: string | undefined,
  { files, attaches = false }: AttachServices,
): Promise<Attachment | undefined> {
  if (resultKey === undefined || !attaches) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of files.stream({ key: resultKey })) {
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  const name = oneLine(fileNameIn(resultKey));
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return {
    fileName: `result of ${name}`,
    contentType: contentTypes[ending] ?? 'application/octet-stream',
    bytes: Buffer.concat(chunks),
  };
}
