import { buildConsole, type ConsoleFile } from '@sluice/console/build';
import type { Browser, Page } from 'puppeteer-core';
import * as z from 'zod';
import type { FakeConsole } from '../../packages/console/src/testing/fake-console.ts';
import { gzipped, workerLoad } from '../../packages/console/src/testing/loaded.ts';
import type { Running } from '../bench.ts';
import { median } from '../rounds.ts';
import * as inPage from './in-page.ts';
import type { Found } from './limits.ts';
import { pageProcesses } from './processes.ts';

export interface Measuring extends Running {
  readonly browser: Browser;
  readonly fake: FakeConsole;
  /** A CSV of contacts. */
  readonly file: string;
}

const patienceMs = 120_000;
const idOf = (name: string): string => name.padEnd(26, 'a');

async function opened({ browser, fake }: Measuring, place: string, script = inPage.shownAt): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(patienceMs);
  await page.setViewport({ width: 1400, height: 900 });
  await page.evaluateOnNewDocument(script);
  await page.goto(`${fake.url}${place}`);
  return page;
}

const numberFrom = async (page: Page, script: string): Promise<number> =>
  z.number().parse(await page.evaluate(script));

/** The page of runs, each time in a page of its own. */
export async function measureLoading(measuring: Measuring): Promise<Found> {
  const [paint, runs]: [number[], number[]] = [[], []];
  const files = await buildConsole();
  let fetched: ConsoleFile[] = [];
  for (let round = 0; round < measuring.options.whole('rounds'); round += 1) {
    const page = await opened(measuring, '#/', inPage.ofLoading);
    runs.push(await numberFrom(page, 'runsShown'));
    paint.push(await numberFrom(page, inPage.firstPaint));
    const paths = z.array(z.string()).parse(await page.evaluate(inPage.fetched));
    fetched = files.filter(({ name }) => paths.includes(`/${name}`));
    await page.close();
  }
  const sizes = { page: gzipped(fetched) / 1000, worker: gzipped(workerLoad(files)) / 1000 };
  return { ...sizes, paint: median(paint), runs: median(runs) };
}

const checkedSchema = z.object({ ms: z.number(), longest: z.number(), status: z.string() });

/** A file that is chosen and read whole. */
export async function measureFile(measuring: Measuring): Promise<Found> {
  const page = await opened(measuring, '#/drop', inPage.ofFile);
  const input = await (await page.waitForSelector('input[type=file]'))?.toElement('input');
  const processes = pageProcesses(measuring.browser.process()?.pid ?? 0);
  processes.reset();
  await input?.uploadFile(measuring.file);
  const understood = await numberFrom(page, 'understood');
  const { ms, longest, status } = checkedSchema.parse(await page.evaluate('checked'));
  measuring.say(`${status} Processor time of the page: ${processes.processorSeconds().toFixed(1)} s.`);
  const memory = processes.peakMegabytes();
  return { understood, checked: ms, task: longest, ...(memory > 0 && { memory }) };
}

const [frames, pixels, jumps] = [240, 120, 20];

/** The rows of a result: scrolled, jumped through, and the last one reached by the keyboard. */
export async function measureRows(measuring: Measuring): Promise<Found> {
  const page = await opened(measuring, `#/runs/${idOf('succeeded')}/rows/result`);
  await page.waitForFunction(inPage.rowsAreShown);
  const times = z.array(z.number()).parse(await page.evaluate(inPage.framesOf(frames, pixels)));
  const took: number[] = [];
  for (let jump = 1; jump <= jumps; jump += 1)
    took.push(await numberFrom(page, inPage.jumpTo((jump * 0.618) % 1)));
  const last = (measuring.options.whole('rows') + 1).toLocaleString('en-US');
  await page.evaluate(inPage.jumpTo(0));
  await page.focus('[role=grid]');
  const shown = page.evaluate(inPage.timeUntilLast(last));
  await page.keyboard.down('Control');
  await page.keyboard.press('End');
  await page.keyboard.up('Control');
  return { frame: percentile(times, 0.95), jump: Math.max(...took), last: z.number().parse(await shown) };
}

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN;

/** Events of a run that somebody looks at, written at any time between two questions of the page. */
export async function measureEvents(measuring: Measuring): Promise<Found> {
  const { fake, options } = measuring;
  const page = await opened(measuring, `#/runs/${idOf('importing')}`);
  await page.waitForFunction(`document.body.textContent.includes('Timeline')`);
  const run = fake.world.runs.find(({ runId }) => runId === idOf('importing'));
  const took: number[] = [];
  for (let round = 0; round < options.whole('rounds'); round += 1) {
    const timeline = run?.timeline ?? [];
    const [by, at] = [`colleague ${timeline.length}`, new Date().toISOString()];
    const event = { at, subject: 'run', type: 'noticeChanged', data: { by } };
    const said = page.evaluate(inPage.saidAt(by));
    const written = Date.now();
    Object.assign(run ?? {}, { timeline: [...timeline, event] });
    took.push(z.number().parse(await said) - written);
    await new Promise((resolve) => setTimeout(resolve, 300 * (round + 1)));
  }
  return { event: Math.max(...took) };
}
