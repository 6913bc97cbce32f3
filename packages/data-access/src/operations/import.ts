import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError, limits, type OperationOutput } from '@sluice/contract';
import { countFree } from '../records/rate.ts';
import { refuseShape, startImport } from '../import/start-import.ts';
import { nudge, statusOf } from '../import/import-status.ts';
import { isDone } from '../lease/transitions.ts';
import type { ImportItem } from '../store/import-item.ts';
import { callerOf, Redirect, type Call, type Operation } from '../operation.ts';

const waitMs = limits.waitSeconds * 1000;
const pauseMs = 250;
/** How long a redirect may be followed. */
const linkMs = 2 * 60_000;

/** With `wait`, it waits a while and then redirects the request to itself. The follow-up does not read the body. */
export const importRecords: Operation<'import'> = {
  run: async (input, call) => {
    const item = await startImport(input, starting(call));
    return input.wait ? awaitEnd(item, { hop: 0, call }) : { importId: item.importId };
  },
  refused: (error, call) => refuseShape(error, starting(call)),
  followUp: async (call) => {
    if (call.query['wait'] === undefined) return undefined;
    const link = await readLink(call.query['wait'], call);
    return { isFree: await isFree(link, call), answer: () => follow(link, call) };
  },
};

const starting = (call: Call) => ({ ...call, caller: callerOf('import', call) });

/** Only so many requests by one link: it could else be followed without end while it is good. */
async function isFree(link: Link | undefined, { token, services }: Call): Promise<boolean> {
  if (!link) return false;
  const name = `${token.apiKey} ${link.importId} ${link.hop}`;
  return countFree(services.store.access, name, services.now());
}

async function follow(link: Link | undefined, call: Call): Promise<OperationOutput<'import'> | Redirect> {
  const item = link && (await call.services.store.imports.get(call.siteId, link.importId));
  if (!item) throw badWait();
  return awaitEnd(item, { hop: link.hop, call });
}

interface Waiting {
  readonly hop: number;
  readonly call: Call;
}

async function awaitEnd(
  first: ImportItem,
  { hop, call }: Waiting,
): Promise<OperationOutput<'import'> | Redirect> {
  const { services } = call;
  const { importId } = first;
  const item = isDone(first) ? first : await waitInTurn(first, call);
  if (isDone(item) || hop >= limits.waitHops)
    return { importId, importStatus: await statusOf(item, services) };
  await nudge(item, services);
  const link = { importId, hop: hop + 1, until: services.now().getTime() + linkMs };
  const wait = encodeURIComponent(await signedWait(link, call));
  return new Redirect(`import?wait=${wait}&hop=${link.hop}`, 307);
}

/** Waits, unless the token has as many requests waiting as it may: each keeps a function busy that others need. */
async function waitInTurn(
  first: ImportItem,
  { siteId, token, requestId, services }: Call,
): Promise<ImportItem> {
  const { slots, imports } = services.store;
  const now = () => services.now().getTime();
  const until = now() + waitMs;
  const slot = await slots.take(
    {
      ...{ of: `wait:${token.apiKey}`, holder: requestId, slots: limits.waitsAtOnce },
      until: new Date(until + pauseMs).toISOString(),
    },
    services.now(),
  );
  if (!slot) return first;
  let item = first;
  while (!isDone(item) && now() < until) {
    await services.sleep(pauseMs);
    item = (await imports.get(siteId, first.importId)) ?? item;
  }
  await slots.hold(slot, services.now().toISOString());
  return item;
}

interface Link {
  readonly importId: string;
  readonly hop: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Follow-ups spend no rate, so a link serves the token that got it, for one hop and a short time. */
async function signedWait({ importId, hop, until }: Link, { token, services }: Call): Promise<string> {
  const key = await services.signingKey();
  const signature = createHmac('sha256', key)
    .update(JSON.stringify(['wait', token.apiKey, importId, hop, until]))
    .digest('base64url');
  return `${importId}.${until}.${signature}`;
}

/** Nothing if this service did not give it, to this token, or if its time is over. */
async function readLink(wait: string, call: Call): Promise<Link | undefined> {
  const [importId = '', until = ''] = wait.split('.', 2);
  const link = { importId, until: Number(until), hop: Number(call.query['hop']) };
  const given = Buffer.from(wait);
  const expected = Buffer.from(await signedWait(link, call));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return call.services.now().getTime() > link.until ? undefined : link;
}

const badWait = (): ApiError =>
  new ApiError(
    'invalid_request',
    `wait: expected the Location of a redirect of this service, within ${linkMs / 60_000} minutes and with the same token.`,
  );
