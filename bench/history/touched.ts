import { createDynamoStore, tableShape } from '@sluice/data-access/dynamodb';
import { startDiskDatabase } from '@sluice/local/disk-database';
import { join } from 'node:path';
import { z } from 'zod';
import { startService } from '@sluice/data-access/testing/service';
import { countRequests, total, type Tally } from '../counting.ts';

/** A record that so many imports wrote, each of which has a plan of so many records. */
export interface Touched {
  /** Asks the control panel which imports touched it: a whole page. */
  readonly walk: () => Promise<unknown>;
  readonly asked: Tally;
  /** Of one plan, in bytes. */
  readonly planBytes: number;
  readonly close: () => Promise<void>;
}

/** As many as a page of a record's history has. */
export const importsOfRecord = 20;

const planSchema = z.looseObject({
  steps: z.tuple([z.looseObject({ id: z.string(), before: z.looseObject({}).nullable() })]),
});
const idsSchema = z.array(z.object({ id: z.string() })).length(1);
const touchesSchema = z.array(z.object({ action: z.string() })).length(importsOfRecord);

export async function openTouched(folder: string, records: number): Promise<Touched> {
  const table = `bench-${process.pid}-touched-${records}`;
  const database = await startDiskDatabase(join(folder, `touched-${records}`));
  await database.createTable(table, tableShape);
  const client = database.client();
  const service = startService(createDynamoStore({ client, table }));
  const { siteId, ...token } = await service.newSite();
  let planBytes = 0;
  for (let n = 0; n < importsOfRecord; n += 1) {
    service.advance(1000);
    const record = { email: 'ada@bench.example', name: `Ada ${n}`, cellPhone: `0170 ${n}`, langCode: 'de' };
    const sets = [{ schema: 'client', lookup: 'email', records: [record] }];
    const { importId } = await service.importAll(token, sets);
    planBytes = await lengthen(service.services.blobs, `images/${siteId}/${importId}/plan.json`, records);
  }
  const { body } = await service.call('getUsers', token, { fields: ['id'] });
  const [record] = idsSchema.parse(body['items']);
  const asking = { siteId, schema: 'client', id: record?.id };
  const walk = async () => {
    const answer = await service.control('recordHistory', asking);
    return touchesSchema.parse(answer.body['items']);
  };
  const { sent } = await countRequests(client, () => undefined).during(walk);
  return { walk, asked: total(sent), planBytes, close: () => database.stop() };
}

type Blobs = ReturnType<typeof startService>['services']['blobs'];

/** Puts steps of other records behind the one of the record. @returns how many bytes the plan has then */
async function lengthen(blobs: Blobs, key: string, records: number): Promise<number> {
  const kept = await blobs.get(key);
  const plan = planSchema.parse(JSON.parse(new TextDecoder().decode(kept?.bytes)));
  const [step] = plan.steps;
  const others = Array.from({ length: records - 1 }, (_, at) => {
    const id = `${step.id}-${at}`;
    return { ...step, number: at + 1, id, before: step.before && { ...step.before, id } };
  });
  const text = JSON.stringify({ ...plan, steps: [step, ...others] });
  await blobs.put(key, text, 'application/json');
  return Buffer.byteLength(text);
}
