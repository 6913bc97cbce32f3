import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { eraseBelow, type ObjectVersion } from '@sluice/aws-kit/erasure';
import { s3Fixture } from '@sluice/local/testing/s3';
import { expect, it } from 'vitest';
import { createS3Versions } from './s3-versions.ts';
import { outsideWith } from './testing/outside-with.ts';

async function setUp() {
  const { client } = await s3Fixture();
  const objects = createS3Versions(outsideWith(client), 'kept');
  const put = (name: string, Body: string) =>
    client.send(new PutObjectCommand({ Bucket: 'kept', Key: `runs/${name}`, Body }));
  const versions = async (after?: string): Promise<ObjectVersion[]> => {
    const found: ObjectVersion[] = [];
    for await (const version of objects.versions('runs/', after)) found.push(version);
    return found;
  };
  return { client, objects, put, versions };
}

it('lists every version by key, the newest first, without markers, and goes on after a key', async () => {
  const { client, objects, put, versions } = await setUp();
  const odd = 'b ä+%\r\n.csv';
  for (const [name, text] of [
    ['a', '1'],
    ['a', '2'],
    [odd, '3'],
    ['c', '4'],
  ] as const)
    await put(name, text);
  await client.send(new DeleteObjectCommand({ Bucket: 'kept', Key: 'runs/c' }));
  const all = await versions();
  const texts: (string | undefined)[] = [];
  for (const version of all) texts.push(await objects.text(version));
  expect(all.map(({ key, isLatest, bytes }) => [key, isLatest, bytes])).toEqual([
    ['runs/a', true, 1],
    ['runs/a', false, 1],
    [`runs/${odd}`, true, 1],
    ['runs/c', false, 1],
  ]);
  expect(texts).toEqual(['2', '1', '3', '4']);
  expect((await versions('runs/a')).map(({ key }) => key)).toEqual([`runs/${odd}`, 'runs/c']);
});

it('leaves no version with the value', async () => {
  const { objects, put, versions } = await setUp();
  await put('a', 'ana, bob');
  await put('a', 'ana, bob, eve');
  await put('b', 'ana');
  const judge = (key: string, text = '') =>
    text.includes('ana') ? (key.endsWith('b') ? 'remove' : { text: text.replace('ana', '') }) : 'clean';
  for await (const _ of eraseBelow('runs/', { objects, judge, dryRun: false }));
  const left = await versions();
  expect(left).toMatchObject([{ key: 'runs/a', isLatest: true }]);
  expect(await objects.text(left[0]!)).toBe(', bob, eve');
  await objects.remove({ ...left[0]!, versionId: 'gone' });
  expect(await versions()).toHaveLength(1);
});

it('replaces no version that is not the newest any more, and says what is gone', async () => {
  const { objects, put, versions } = await setUp();
  await put('a', 'ana, bob');
  const [read] = await versions();
  await put('a', 'ana');
  expect(await objects.replace(read!, 'bob')).toBe(false);
  const [newest] = await versions();
  expect(await objects.replace(newest!, '-')).toBe(true);
  await objects.remove(read!);
  expect(await objects.text(read!)).toBeUndefined();
  for (const version of await versions()) await objects.remove(version);
  expect(await objects.replace(newest!, 'ana')).toBe(false);
  expect(await versions()).toEqual([]);
});
