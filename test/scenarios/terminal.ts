import { createMemoryRateBudgets } from '@sluice/ledger/testing';
import { answer } from '@sluice/flow/history/answer';
import type { HttpRequest } from '@sluice/aws-kit/handlers';
import type { FakeAnswer, FakeSystem, Seen } from '../../packages/cli/src/testing/fake-system.ts';
import { buckets } from '../simulation/cloud.ts';
import { memoryFiles, memorySeals } from '../simulation/memory.ts';
import type { Staged } from './staging.ts';

/** Lets the command line of this folder work on a world. Whenever it asks, all that can happen by itself has happened. */
export function terminalOn(system: FakeSystem, world: Staged): void {
  system.gate = (seen) => {
    const { pathname, searchParams } = new URL(seen.path, 'http://x');
    const query = Object.fromEntries(searchParams);
    if (pathname.startsWith('/s3/'))
      return bucket(seen, { path: pathname.slice('/s3'.length), query }, world);
    if (!pathname.startsWith('/history/')) return undefined;
    return history(
      { ...seen, path: pathname.slice('/history'.length), query, sourceIp: '' } as HttpRequest,
      world,
    );
  };
}

async function history(request: HttpRequest, world: Staged): Promise<FakeAnswer> {
  await world.settle();
  if (request.method === 'POST') {
    const step = request.path.startsWith('/runs/') ? 'actOnRun' : 'actOnMigration';
    return world.until(world.call(step, request.path, JSON.parse(String(request.body))));
  }
  const drops = memoryFiles(world, buckets.drops);
  const services = {
    ...{
      ledger: world.ledger,
      migrations: world.migrations,
      budgets: createMemoryRateBudgets(),
      reserve: 0.1,
    },
    ...{ drops, files: memoryFiles(world, buckets.files), now: world.now },
    seals: { ...memorySeals(world), files: memoryFiles(world, buckets.audit) },
    listKeys: async (prefix: string) =>
      world.s3.keys(buckets.drops).filter((key) => /^[^/]+$/u.test(key.replace(prefix, ''))),
  };
  const { status, body } = await answer(request, services);
  return { status, body: body ?? '' };
}

function bucket(
  { method, headers, body }: Seen,
  { path, query }: Pick<HttpRequest, 'path' | 'query'>,
  world: Staged,
): FakeAnswer {
  const [, key] = /^\/drops\/(inbox\/.+)$/u.exec(decodeURIComponent(path)) ?? [];
  if (method === 'PUT' && key !== undefined) {
    const named = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
    const metadata = Object.fromEntries(
      named.map(([name, value]) => [name.replace('x-amz-meta-', ''), String(value)]),
    );
    world.drop(key, body, { metadata });
    const { versionId = '' } = world.s3.version({ bucket: buckets.drops, key }) ?? {};
    return { status: 200, body: '', headers: { 'x-amz-version-id': versionId } };
  }
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const answered = world.s3.answer({ method, path, query, headers: sent, body });
  return { body: '', ...answered, headers: { ...answered.headers } };
}
