import { createDynamoStore, tableShape } from '@sluice/data-access/dynamodb';
import { startDiskDatabase } from '@sluice/local/disk-database';
import { join } from 'node:path';
import * as z from 'zod';
import { startService } from '@sluice/data-access/testing/service';
import { hashOfRows, textOfPlan } from '../../packages/data-access/src/store/rows-text.ts';
import { countRequests, total, type Tally } from '../counting.ts';

/** A record that some imports wrote. */
export interface Touched {
  /** Requests a whole page of the imports that wrote it from the control panel. */
  readonly walk: () => Promise<unknown>;
  /** The requests of one walk. */
  readonly tally: Tally;
  /** Extends the plan of each import to this many records. @returns the bytes of each plan */
  readonly lengthen: (records: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** The size of one page of a record's history. */
export const importsOfRecord = 20;

const planSchema = z.looseObject({
  steps: z.tuple([z.looseObject({ id: z.string(), before: z.looseObject({}).nullable() })], z.unknown()),
});
const idsSchema = z.array(z.object({ id: z.string() })).length(1);
const touchesSchema = z.array(z.object({ action: z.string() })).length(importsOfRecord);

export async function openTouched(folder: string): Promise<Touched> {
  const table = `bench-${process.pid}-touched`;
  const database = await startDiskDatabase(join(folder, 'touched'));
  await database.createTable(table, tableShape);
  const client = database.client();
  const service = startService(createDynamoStore({ client, table }));
  const { siteId, ...token } = await service.newSite();
  const importIds: string[] = [];
  for (let n = 0; n < importsOfRecord; n += 1) {
    service.advance(1000);
    const record = { email: 'ada@bench.example', name: `Ada ${n}`, cellPhone: `0170 ${n}`, langCode: 'de' };
    const sets = [{ schema: 'client', lookup: 'email', records: [record] }];
    const { importId } = await service.importAll(token, sets);
    importIds.push(importId);
  }
  const { body } = await service.call('getUsers', token, { fields: ['id'] });
  const [record] = idsSchema.parse(body['items']);
  const query = { siteId, schema: 'client', record: record?.id };
  const walk = async () => {
    const answer = await service.control('recordHistory', query);
    return touchesSchema.parse(answer.body['items']);
  };
  const { sent } = await countRequests(client).during(walk);
  return {
    walk,
    tally: total(sent),
    lengthen: async (records) => {
      let bytes = 0;
      for (const importId of importIds)
        bytes = await lengthen({ siteId, importId }, records, service.services);
      return bytes;
    },
    close: () => database.stop(),
  };
}

type Services = Pick<ReturnType<typeof startService>['services'], 'blobs' | 'store'>;

/** Adds steps for other records to the plan. @returns its bytes */
async function lengthen(
  { siteId, importId }: Readonly<Record<'siteId' | 'importId', string>>,
  records: number,
  { blobs, store: { imports } }: Services,
): Promise<number> {
  const item = await imports.get(siteId, importId);
  if (!item) throw new Error(`Import ${importId} was just made.`);
  const key = `images/${siteId}/${importId}/${item.plan}/plan.json`;
  const kept = await blobs.get(key);
  const plan = planSchema.parse(JSON.parse(new TextDecoder().decode(kept?.bytes)));
  const [step] = plan.steps;
  const others = Array.from({ length: records - 1 }, (_, at) => {
    const id = `${step.id}-${at}`;
    return { ...step, number: at + 1, id, before: step.before && { ...step.before, id } };
  });
  const text = textOfPlan({ ...plan, steps: [step, ...others] }, importId);
  await blobs.put(key, text, 'application/json');
  await imports.update({ ...item, version: item.version + 1, stepsSha256: hashOfRows(text) });
  return Buffer.byteLength(text);
}
