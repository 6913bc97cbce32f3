import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '@sluice/local/temp-folder';
import { checkAllLanded, checkNothingWritten } from './checks.ts';
import { playDrop, type DropScene } from './drop-scene.ts';
import { numberText, sceneText } from './scene-text.ts';
import type { Stage } from './stage.ts';

const examples = fileURLToPath(new URL('../../../../examples/drop-a-spreadsheet', import.meta.url));

/**
 * Starts the whole system in a folder of its own, in memory if it can, drops a good sheet and one with five mistakes, shows what
 * came back and stops everything. Only the two result sheets are left behind. Throws what went wrong; the data are kept then.
 */
export async function runDemo(stage: Stage): Promise<void> {
  const { show, bold, columns } = stage;
  const folder = await mkdtemp(join(tmpdir(), 'sluice-demo-'));
  const data = await mkdtemp(join(tempFolder(1), 'sluice-demo-data-'));
  const system = await stage.start(data);
  const title = (words: string): void => show(['', bold(words)]);
  const play = async (name: string, check: (scene: DropScene) => void): Promise<DropScene> => {
    const resultFile = join(folder, `${name}.result.csv`);
    const scene = await playDrop({ file: join(examples, `${name}.csv`), resultFile, system }, stage);
    show(sceneText(scene, stage));
    check(scene);
    return scene;
  };
  try {
    title('The system runs');
    show(columns(Object.entries(system.places).map(([name, place]) => [`  ${name}`, place])));
    show([`  Its data is in ${data} until the end.`]);
    title('A sheet of new clients is dropped in the inbox');
    const landed = await play('new-clients', checkAllLanded);
    title('A sheet with five mistakes is dropped');
    const rejected = await play('clients-with-five-mistakes', checkNothingWritten);
    title('Figures');
    show(columns([['  time to ready', seconds(system.milliseconds)], ...[landed, rejected].map(figuresOf)]));
  } catch (error) {
    show([`The data of the demo is kept in ${data}.`]);
    throw error;
  } finally {
    await system.stop();
  }
  await rm(data, { recursive: true, force: true });
}

function figuresOf({ report: { run }, milliseconds }: DropScene): string[] {
  const { read } = run.counts;
  const perSecond = numberText(Math.round((read * 1000) / Math.max(1, milliseconds)));
  const speed = `${numberText(read)} rows in ${seconds(milliseconds)}, ${perSecond} rows per second end to end`;
  return [`  ${run.key}`, speed];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
