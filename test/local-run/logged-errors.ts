import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import type { RunningSystem } from '../running-system.ts';

const line = z.object({
  level: z.string().optional(),
  code: z.string().optional(),
  function: z.string().optional(),
});

/** What functions logged as errors: the code and the name of each function that did. */
async function errorsIn(logs: string): Promise<string[]> {
  const texts = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n').filter((one) => one !== ''));
  expect(lines.length).toBeGreaterThan(500);
  const errors = lines.map((text) => line.parse(JSON.parse(text))).filter(({ level }) => level === 'error');
  return [...new Set(errors.map(({ code, function: name }) => `${name} ${code}`))];
}

/** After everything else: an error there that no test expects is a fault that its user did not notice yet. */
export const functionsLogNoError = (system: RunningSystem) =>
  it('has logged no error, whatever people asked of it', async () => {
    expect(await errorsIn(join(system.folder, '.sluice', 'logs'))).toEqual([]);
  });
