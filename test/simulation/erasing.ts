import { gunzipSync } from 'node:zlib';
import { buckets } from './cloud.ts';
import { finish } from './finish.ts';
import type { World } from './world.ts';

/** The objects of the flow with a version that holds this. */
export function objectsWith({ s3 }: World, text: RegExp): string[] {
  return [buckets.drops, buckets.files].flatMap((bucket) =>
    s3
      .versions(bucket, '')
      .filter(({ key, versions }) => versions.some(({ bytes }) => text.test(textOf(key, bytes))))
      .map(({ key }) => key),
  );
}

/** Over the real adapters, texts with such a key are packed. */
function textOf(key: string, bytes: Uint8Array): string {
  const isPacked = key.endsWith('.gz') && bytes[0] === 0x1f;
  return Buffer.from(isPacked ? gunzipSync(bytes) : bytes).toString();
}

/** Erases a person again as long as a run is open, or the erase did not come to its end. */
export async function eraseWhole(world: World, runIds: readonly string[], record: string): Promise<void> {
  for (let asked = 0; asked < 30; asked += 1) {
    const { status, body } = await world.erase(record);
    if (status === 200 && !body.includes('"refused":true') && !body.includes('"next"')) return;
    await finish(world, runIds);
    await world.settle();
  }
  throw new Error('expected an erase to come to its end');
}
