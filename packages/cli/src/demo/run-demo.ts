import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressesOf, local } from '../commands/local.ts';
import { inColumns } from '../columns.ts';
import type { Paint } from '../paint.ts';
import { numberText } from '../run-text.ts';
import type { Services } from '../services.ts';
import { checkAllLanded, checkNothingWritten } from './checks.ts';
import { playDrop } from './drop-scene.ts';
import type { DropScene } from './drop-scene.ts';
import { sceneText } from './scene-text.ts';

/** What the demo is given: where it writes what it shows, and the world. */
export interface Stage {
  readonly show: (lines: readonly string[]) => void;
  readonly paint: Paint;
  readonly services: Services;
}

const examples = fileURLToPath(new URL('../../../../examples/drop-a-spreadsheet', import.meta.url));

/**
 * Starts the whole system in a folder of its own, drops a good sheet and one with five mistakes, shows what came back
 * and stops everything. Only the two result sheets are left behind.
 * @throws CliError or LocalError, saying what went wrong; the folder is kept then
 */
export async function runDemo({ show, paint, services }: Stage): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-demo-'));
  const data = join(folder, 'data');
  const started = await local({ data, fresh: true }, services);
  const inside = { ...services, env: { ...services.env, SLUICE_LOCAL: started.localJson } };
  const title = (words: string): void => show(['', paint.bold(words)]);
  try {
    title('The system runs');
    show(inColumns(Object.entries(addressesOf(started)).map(([name, place]) => [`  ${name}`, place])));
    title('A sheet of new clients is dropped in the inbox');
    const landed = await playDrop(
      { file: join(examples, 'new-clients.csv'), folder, resultName: 'new-clients.result.csv' },
      inside,
    );
    show(sceneText(landed, paint));
    checkAllLanded(landed);
    title('A sheet with five mistakes is dropped');
    const rejected = await playDrop(
      {
        file: join(examples, 'clients-with-five-mistakes.csv'),
        folder,
        resultName: 'clients-with-five-mistakes.result.csv',
      },
      inside,
    );
    show(sceneText(rejected, paint));
    checkNothingWritten(rejected);
    title('Figures');
    show(figures(started.milliseconds, [landed, rejected]));
  } catch (error) {
    services.voice.say(`The data of the demo is kept in ${folder}.`);
    throw error;
  } finally {
    await started.running.stop();
  }
  await rm(data, { recursive: true, force: true });
}

function figures(readyMilliseconds: number, scenes: readonly DropScene[]): string[] {
  const drops = scenes.map(({ run, milliseconds }) => [
    `  ${run.key}`,
    `${numberText(run.counts.read)} rows in ${seconds(milliseconds)}, ${perSecond(run.counts.read, milliseconds)} rows per second end to end`,
  ]);
  return inColumns([['  time to ready', seconds(readyMilliseconds)], ...drops]);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function perSecond(rows: number, milliseconds: number): string {
  return numberText(Math.round((rows * 1000) / Math.max(1, milliseconds)));
}
