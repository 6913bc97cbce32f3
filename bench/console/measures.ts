import { buildConsole, type ConsoleFile } from '@sluice/console/build';
import type { Browser, Page } from 'puppeteer-core';
import * as z from 'zod';
import type { FakeConsole } from '../../packages/console/src/testing/fake-console.ts';
import { gzipped, workerLoad } from '../../packages/console/src/testing/loaded.ts';
import type { Running } from '../bench.ts';
import { median } from '../rounds.ts';
import { answered, numberFrom, patienceMs } from './answered.ts';
import * as inPage from './in-page.ts';
import type { Found } from './limits.ts';
import { pageProcesses } from './processes.ts';

export interface Measuring extends Running {
  readonly browser: Browser;
  readonly fake: FakeConsole;
  /** A CSV of contacts. */
  readonly file: string;
}

const idOf = (name: string): string => name.padEnd(26, 'a');

async function opened({ browser, fake }: Measuring, place: string, script = inPage.shownAt): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(patienceMs);
  await page.setViewport({ width: 1400, height: 900 });
  await page.evaluateOnNewDocument(script);
  await page.goto(`${fake.url}${place}`);
  return page;
}

/** The page of runs, each time in a page of its own. */
export async function measureLoading(measuring: Measuring): Promise<Found> {
  const [paint, runs]: [number[], number[]] = [[], []];
  const files = await buildConsole();
  let fetched: ConsoleFile[] = [];
  for (let round = 0; round < measuring.options.whole('rounds'); round += 1) {
    const page = await opened(measuring, '#/', inPage.ofLoading);
    runs.push(await numberFrom(page, 'the page of runs is shown', 'runsShown'));
    paint.push(await numberFrom(page, 'the first paint', inPage.firstPaint));
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
  const understood = await numberFrom(page, 'the first rows of the file are shown', 'understood');
  const { ms, longest, status } = await answered(page, {
    what: 'every cell of the file is checked',
    script: 'checked',
    answer: checkedSchema,
  });
  measuring.say(`${status} Processor time of the page: ${processes.processorSeconds().toFixed(1)} s.`);
  const memory = processes.peakMegabytes();
  return { understood, checked: ms, task: longest, ...(memory > 0 && { memory }) };
}

const [frames, pixels, jumps] = [240, 120, 20];

/** The rows of a result: scrolled, jumped through, and the last one reached by the keyboard. */
export async function measureRows(measuring: Measuring): Promise<Found> {
  const page = await opened(measuring, `#/runs/${idOf('succeeded')}/rows/result`);
  await page.waitForFunction(inPage.rowsAreShown);
  const times = await answered(page, {
    what: `${frames} frames of scrolling`,
    script: inPage.framesOf(frames, pixels),
    answer: z.array(z.number()),
  });
  const jumpTo = (part: number): Promise<number> =>
    numberFrom(page, `the rows are shown after a jump to ${part}`, inPage.jumpTo(part));
  const took: number[] = [];
  for (let jump = 1; jump <= jumps; jump += 1) took.push(await jumpTo((jump * 0.618) % 1));
  await jumpTo(0);
  const last = (measuring.options.whole('rows') + 1).toLocaleString('en-US');
  // It listens before the key is pressed: the browser may take both at once.
  await page.evaluate(inPage.ofLast(last));
  await page.focus('[role=grid]');
  await page.keyboard.down('Control');
  await page.keyboard.press('End');
  await page.keyboard.up('Control');
  const shown = await numberFrom(page, `row ${last} is shown after Control and End`, 'lastShown');
  return { frame: percentile(times, 0.95), jump: Math.max(...took), last: shown };
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
    const said = numberFrom(page, `the event of ${by} is on the page`, inPage.saidAt(by));
    const written = Date.now();
    Object.assign(run ?? {}, { timeline: [...timeline, event] });
    took.push((await said) - written);
    await new Promise((resolve) => setTimeout(resolve, 300 * (round + 1)));
  }
  return { event: Math.max(...took) };
}
