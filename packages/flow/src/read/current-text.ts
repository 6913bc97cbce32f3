import type { Files } from '../ports.ts';

export interface CurrentText {
  readonly text: string;
  /** The version that it is of, and what its uploader set; absent in a bucket without versions. */
  readonly versionId?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** The text of an object as it is now. Undefined where there is none. */
export async function currentText(
  key: string,
  files: Pick<Files, 'get' | 'about' | 'stream'>,
): Promise<CurrentText | undefined> {
  const { versionId, metadata } = (await files.about({ key })) ?? {};
  if (versionId !== undefined)
    return { text: await textOf(files.stream({ key, versionId })), versionId, metadata };
  const text = await files.get(key);
  return text === undefined ? undefined : { text };
}

export async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
}
