import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Command } from '../command/command.ts';
import type { Exit } from '../io/exit-codes.ts';
import type { Services } from '../io/services.ts';
import { whoAmI } from '../system/who-am-i.ts';
import { callPanel, findControlPanel } from '../system/control-panel.ts';
import { siteIdFor } from '../system/control-site.ts';
import { createHistory } from '../system/history.ts';
import type { ErasedRunJson } from '../system/erase-json.ts';
import { inColumns, type Lines } from '../io/columns.ts';
import { counted, printable } from '@sluice/contract/words';
import type { eraseSchema } from './options.ts';

type EraseOptions = z.infer<typeof eraseSchema>;

const serviceSchema = z.object({
  objects: z.int(),
  busy: z.array(z.string()),
  /** An earlier release ends with an error instead. */
  left: z.array(z.string()).default([]),
  nextCursor: z.string().optional(),
});

interface Erasure {
  readonly dryRun: boolean;
  /** Absent for a dry run. */
  readonly receipt?: string;
  /** In the service: objects of imports and webhooks, and a deleted record. */
  readonly service: Omit<z.infer<typeof serviceSchema>, 'nextCursor'>;
  readonly searched: number;
  readonly runs: readonly ErasedRunJson[];
  /** In the bucket of drops, what holds the value and belongs to no run, or cannot be searched. */
  readonly left: readonly string[];
}

/** Erases one record from the service first, whose records hold most of it, and then from the runs. */
async function erase(options: EraseOptions, services: Services): Promise<Erasure> {
  const { dryRun } = options;
  const receipt = randomBytes(16).toString('hex');
  const request = { record: options.record, receipt, dryRun };
  const service = await eraseFromService(options, request, services);
  const history = createHistory(services);
  const [runs, left]: [ErasedRunJson[], string[]] = [[], []];
  let searched = 0;
  for (let cursor: unknown; ;) {
    const page = await history.erase({ ...request, by: whoAmI(services), cursor });
    runs.push(...page.runs);
    left.push(...page.left);
    searched += page.searched;
    if (page.searched > 0) services.voice.say(`${counted(searched, 'run')} searched`);
    cursor = page.next;
    if (cursor === undefined) return { dryRun, ...(!dryRun && { receipt }), service, searched, runs, left };
  }
}

async function eraseFromService(
  { site, url }: EraseOptions,
  request: object,
  services: Services,
): Promise<Erasure['service']> {
  const panel = await findControlPanel(url, services);
  const siteId = await siteIdFor(site, panel);
  const [busy, left]: [string[], string[]] = [[], []];
  let objects = 0;
  for (let cursor: string | undefined; ;) {
    const page = await callPanel(panel, ['eraseRecord', { siteId, ...request, cursor }], serviceSchema);
    objects += page.objects;
    busy.push(...page.busy);
    left.push(...page.left);
    cursor = page.nextCursor;
    if (cursor === undefined) return { objects, busy, left };
  }
}

function eraseText({ dryRun, receipt, service, searched, runs, left: others }: Erasure): Lines {
  const erased = dryRun ? 'Would be erased' : 'Erased';
  const touched = runs.filter(({ objects }) => objects > 0);
  const objects = touched.reduce((sum, run) => sum + run.objects, 0);
  const removed = touched.flatMap((run) => run.removed.map((key) => [`  ${run.runId}`, printable(key)]));
  const refused = runs.filter((run) => run.refused === true);
  const left = [
    ...service.left.map((key) => ['  service', printable(`${key}: the object cannot be searched`)]),
    ...runs.flatMap((run) => run.left.map((what) => [`  ${run.runId}`, printable(what)])),
    ...others.map((what) => ['  drops', printable(what)]),
  ];
  return [
    `${erased} from ${counted(service.objects, 'object')} of the service.`,
    `${erased} from ${counted(objects, 'object')} of ${counted(touched.length, 'run')}; ${counted(searched, 'run')} searched.`,
    ...inColumns(
      touched.map(({ runId, key, objects }) => [`  ${runId}`, printable(key), counted(objects, 'object')]),
    ),
    ...section(dryRun ? 'Would be removed as a whole:' : 'Removed as a whole:', removed),
    ...section('Not touched, because they have not ended. Cancel them or wait, then run this again:', [
      ...refused.map(({ runId, status }) => [`  run ${runId}`, status]),
      ...service.busy.map((importId) => [`  import ${importId}`, 'under way']),
    ]),
    ...section('Still there:', left),
    'Not searched: uploads in parts that nobody finished, which are gone after 7 days.',
    ...(receipt === undefined
      ? []
      : [`Receipt: ${receipt}. Keep it: with the value it proves which record was erased.`]),
  ];
}

const section = (head: string, rows: readonly string[][]): Lines =>
  rows.length === 0 ? [] : [head, ...inColumns(rows)];

function exitOf({ service, runs, left }: Erasure): Exit {
  const isLeft =
    service.busy.length + service.left.length + left.length > 0 ||
    runs.some(({ refused, left }) => refused === true || left.length > 0);
  return isLeft ? 'rowsLeft' : 'ok';
}

export const command: Command<EraseOptions, Erasure> = { run: erase, text: eraseText, exit: exitOf };
