import { limits } from '@sluice/contract';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { CliError } from '../io/cli-error.ts';
import { printable } from '@sluice/contract/words';

import type { Services } from '../io/services.ts';
import { sourceFile } from './source-file.ts';

/** By file name extension; anything else is `application/octet-stream`. */
const contentTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.zip': 'application/zip',
};

/** The input of `saveDocument` for a file. */
export async function documentInput(
  file: string,
  { cwd }: Pick<Services, 'cwd'>,
): Promise<{ fileName: string; contentType: string; base64: string }> {
  const { path, name, bytes } = await sourceFile(cwd, file, 'a document');
  if (bytes > limits.downloadBytes)
    throw new CliError(
      'usage',
      `--file ${printable(file)}: expected at most ${limits.downloadBytes} bytes; this file has ${bytes}. Upload a larger one with startDocument and finishDocument.`,
    );
  const contentType = contentTypes[extname(name).toLowerCase()] ?? 'application/octet-stream';
  return { fileName: name, contentType, base64: await readFile(path, 'base64') };
}
