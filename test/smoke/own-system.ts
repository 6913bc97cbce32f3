import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@sluice/client';
import { tempFolder } from '@sluice/local/temp-folder';
import { httpControl } from '../conformance/http-control.ts';
import { startLocal, type LocalSystem } from '../local-run/local-system.ts';

/** A system that was started for the smoke alone. */
export interface OwnSystem {
  readonly folder: string;
  /** Every record of the flow's site that is not deleted, as JSON. */
  readonly records: () => Promise<string[]>;
  readonly stop: () => Promise<void>;
}

export async function startOwn(): Promise<OwnSystem> {
  console.log('Nothing runs here: starting a system for the smoke …');
  const folder = await mkdtemp(join(tempFolder(2), 'sluice-smoke-system-'));
  const system = await startLocal(folder);
  return {
    folder,
    records: () => recordsIn(system),
    stop: async () => {
      await system.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function recordsIn({ addresses: { dataAccess, control } }: LocalSystem): Promise<string[]> {
  const client = createClient(dataAccess);
  const { roles } = await client.getRoles({});
  if (control === undefined) throw new Error('The system here has no control panel.');
  const panel = httpControl(control);
  const { site } = (await panel('findToken', { apiKey: dataAccess.apiKey })) as { site: { siteId: string } };
  const lists = await panel('listLists', { siteId: site.siteId, limit: 1000 });
  const found: object[] = [...roles, { lists: lists['items'] }];
  for (const search of ['getUsers', 'getIssues', 'getInterestAccounts', 'getDocuments'] as const)
    for await (const item of client.items(search, { limit: 1000 })) found.push(item);
  return found
    .filter((item) => !('deleted' in item && item.deleted === true))
    .map((item) => JSON.stringify(item));
}
