import * as client from '@sluice/client';
import { startService } from '@sluice/data-access/testing/service';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { complaints } from '../compile.ts';
import { serve } from './serve.ts';

const readme = readFileSync(new URL('../../packages/client/README.md', import.meta.url), 'utf8');
const samples = [...readme.matchAll(/^```ts\n([^]*?)^```$/gmu)].map(([, source = '']) => source);

/** The output that a sample promises in the comments behind its prints. */
const promised = (source: string): string[] =>
  [...source.matchAll(/console\.log\(.*?\); \/\/ (.*)$/gmu)].map(([, text = '']) => text);

/** Runs a sample as a module and returns what it printed. */
async function run(source: string): Promise<string[]> {
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => void printed.push(values.join(' ')));
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2024 };
  const { outputText } = ts.transpileModule(source, { compilerOptions });
  const body = outputText.replaceAll('"use strict";', '');
  const sample: unknown = Reflect.construct(asyncFunction, ['require', 'exports', body]);
  if (typeof sample === 'function') await sample(() => client, {});
  return printed;
}
const asyncFunction = (async () => {}).constructor;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("the samples of the client's README", () => {
  test('compile', () => {
    const sources = Object.fromEntries(samples.map((source, n) => [`client/sample${n}.ts`, source]));
    expect(complaints(sources)).toEqual([]);
  });

  test('print what they promise, one after another, against the service', async () => {
    const service = startService();
    await using server = await serve(service);
    const { apiKey, apiSecret } = await service.newSite();
    vi.stubEnv('SERVICE_URL', server.baseUrl);
    vi.stubEnv('API_KEY', apiKey);
    vi.stubEnv('API_SECRET', apiSecret);
    expect(samples).toHaveLength(4);
    for (const source of samples) {
      const expected = promised(source);
      expect(expected).not.toEqual([]);
      expect(await run(source)).toEqual(expected);
    }
    expect(service.faults).toEqual([]);
  });
});
