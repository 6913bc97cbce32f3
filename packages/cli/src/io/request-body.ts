import { isJsonObject } from '@sluice/contract/json';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { CliError } from './cli-error.ts';
import { printable } from '@sluice/contract/words';

import type { Services } from './services.ts';

/** Where the JSON object of a request comes from; without either it is empty. */
export interface BodySource {
  /** JSON text; `-` reads it from stdin. */
  readonly json?: string | undefined;
  /** A file of JSON. */
  readonly data?: string | undefined;
}

/** @throws CliError `usage` when it is no JSON object; `example` is a command line with a right one */
export async function readRequestBody(
  { json, data }: BodySource,
  services: Pick<Services, 'cwd' | 'stdin'>,
  example: string,
): Promise<Record<string, unknown>> {
  if (json !== undefined && data !== undefined)
    throw new CliError('usage', 'Expected the body as an argument or by --data FILE, not both.');
  if (data !== undefined) return parseBody(await readData(data, services), example);
  return parseBody(json === '-' ? await text(services.stdin) : (json ?? '{}'), example);
}

async function readData(file: string, { cwd }: Pick<Services, 'cwd'>): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (cause) {
    throw new CliError(
      'usage',
      `--data ${printable(file)}: expected a JSON file that exists and may be read.`,
      {
        cause,
      },
    );
  }
}

function parseBody(json: string, example: string): Record<string, unknown> {
  const body = readJson(json, example);
  if (isJsonObject(body)) return body;
  throw new CliError('usage', `The body is not a JSON object. Expected, for example: ${example}`);
}

function readJson(json: string, example: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // The parser's message quotes the text, which may contain a secret: report only the place.
    const [place = ''] = /at position \d+/.exec(String(error)) ?? [];
    const where = place === '' ? '' : ` (${place})`;
    throw new CliError('usage', `The body is not JSON${where}. Expected, for example: ${example}`);
  }
}
