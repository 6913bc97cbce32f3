import { storedText } from '../stored-text.ts';
import { buckets } from './cloud.ts';
import { finish } from './finish.ts';
import type { World } from './world.ts';

/** The objects of the flow with a version that holds this. */
export function objectsWith({ s3 }: World, text: RegExp): string[] {
  return [buckets.drops, buckets.files].flatMap((bucket) =>
    s3
      .versions(bucket, '')
      .filter(({ versions }) => versions.some(({ bytes }) => text.test(storedText(bytes))))
      .map(({ key }) => key),
  );
}

/** Erases a person again as long as a run is open, or the erase did not come to its end. */
export async function eraseWhole(world: World, runIds: readonly string[], record: string): Promise<void> {
  for (let asked = 0; asked < 30; asked += 1) {
    const { status, body } = await world.erase(record);
    if (status === 200 && !body.includes('"refused":true')) return;
    await finish(world, runIds);
    await world.settle();
  }
  throw new Error('expected an erase to come to its end');
}

/** An erase of somebody who is nowhere changes no version, and is in no history. */
export async function eraseNobody(world: World, runIds: readonly string[]): Promise<void> {
  const marks = async () => {
    const histories = await Promise.all(runIds.map((runId) => world.ledger.events(runId)));
    return JSON.stringify([versionsOf(world), histories]);
  };
  const before = await marks();
  await world.erase('nobody@example.org');
  if ((await marks()) !== before) throw new Error('expected no mark of an erase of somebody else');
}

const versionsOf = ({ s3 }: World): string[] =>
  [buckets.drops, buckets.files].flatMap((bucket) =>
    s3
      .versions(bucket, '')
      .flatMap(({ key, versions }) => versions.map(({ versionId }) => `${bucket}/${key} ${versionId}`)),
  );
