import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError, limits, type OperationOutput } from '@sluice/contract';
import { refuseShape, startImport } from '../import/start-import.ts';
import { nudge, statusOf } from '../import/import-status.ts';
import { isDone } from '../import/transitions.ts';
import type { ImportItem } from '../store/import-item.ts';
import { Redirect, type Call, type Operation } from './operation.ts';

const waitMs = limits.waitSeconds * 1000;
const pauseMs = 250;

/** With `wait`, it waits a while and then redirects the request to itself. The follow-up does not read the body. */
export const importRecords: Operation<'import'> = {
  run: async (input, call) => {
    const item = await startImport(input, call);
    return input.wait ? awaitEnd(item, { hop: 0, call }) : { importId: item.importId };
  },
  refused: refuseShape,
  isFollowUp: ({ wait }) => wait !== undefined,
  followUp: async (call) => {
    const importId = await readWaitId(call);
    const item = await call.services.store.imports.get(call.siteId, importId);
    if (!item) throw badWait();
    const hop = Number.parseInt(call.query['hop'] ?? '', 10);
    return awaitEnd(item, { hop: hop >= 0 ? hop : limits.waitHops, call });
  },
};

interface Waiting {
  readonly hop: number;
  readonly call: Call;
}

async function awaitEnd(
  first: ImportItem,
  { hop, call }: Waiting,
): Promise<OperationOutput<'import'> | Redirect> {
  const { siteId, services } = call;
  const { importId } = first;
  const until = services.now().getTime() + waitMs;
  let item = first;
  while (!isDone(item) && services.now().getTime() < until) {
    await services.sleep(pauseMs);
    item = (await services.store.imports.get(siteId, importId)) ?? item;
  }
  if (isDone(item) || hop >= limits.waitHops)
    return { importId, importStatus: await statusOf(item, services) };
  await nudge(item, services);
  const wait = encodeURIComponent(await signedWait(importId, call));
  return new Redirect(`import?wait=${wait}&hop=${hop + 1}`, 307);
}

async function signedWait(importId: string, { siteId, services }: Call): Promise<string> {
  const key = await services.signingKey();
  const signature = createHmac('sha256', key)
    .update(JSON.stringify(['wait', siteId, importId]))
    .digest('base64url');
  return `${importId}.${signature}`;
}

async function readWaitId(call: Call): Promise<string> {
  const wait = call.query['wait'] ?? '';
  const [importId = ''] = wait.split('.', 1);
  const given = Buffer.from(wait);
  const expected = Buffer.from(await signedWait(importId, call));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw badWait();
  return importId;
}

const badWait = (): ApiError =>
  new ApiError('invalid_request', 'wait: expected the id in the Location of a redirect of this service.');
