import type { SignedUpload, Upload } from '@sluice/console-api/shapes';
import { partBytes } from '@sluice/console-api/sizes';
import { expect, test } from 'vitest';
import { sendFile, type Sending, type Sent } from './upload.ts';

class Lost extends Error {}

const asked = (bytes: number): Upload => ({
  key: 'inbox/client/email/a.csv',
  bytes,
  sha256: 'f'.repeat(64),
});

/** A bucket that loses the answers to some requests, by their numbers. */
function bucketOf(file: Blob, loses: (request: number) => boolean = () => false) {
  const parts = Math.ceil(file.size / partBytes);
  const there = new Map<number, number>();
  const versions: string[] = [];
  const log: string[] = [];
  let requests = 0;
  const step = <T>(what: string, act: () => T): Promise<T> => {
    requests += 1;
    log.push(what);
    const result = act();
    return loses(requests) ? Promise.reject(new Lost()) : Promise.resolve(result);
  };
  const whole: SignedUpload = { kind: 'whole', bucket: 'b', put: { url: 'whole', headers: {} } };
  const missing = (): SignedUpload => ({
    kind: 'parts',
    bucket: 'b',
    uploadId: 'u',
    puts: Array.from({ length: parts }, (_, at) => at + 1)
      .filter((number) => !there.has(number))
      .map((number) => ({ number, url: String(number), headers: {} })),
  });
  const sent = (): Sent => ({ bucket: 'b', key: 'k', versionId: versions.at(-1) ?? '' });
  const takePut = (url: string, bytes: number) => {
    if (url === 'whole') versions.push(`v${versions.length + 1}`);
    else there.set(Number(url), (there.get(Number(url)) ?? 0) + bytes);
    return { versionId: versions.at(-1) };
  };
  const sending: Sending = {
    begin: () => step('begin', () => (parts > 4 ? missing() : whole)),
    resume: () => step('resume', missing),
    complete: () => step('complete', () => (versions.length === 0 && versions.push('v1'), sent())),
    put: ({ url }, body) => step(`put ${url}`, () => takePut(url, body.size)),
    arrived: () => step('arrived', () => (versions.length > 0 ? sent() : undefined)),
    keep: () => undefined,
    onSent: () => undefined,
    pause: () => Promise.resolve(),
    mayPass: (error) => error instanceof Lost,
  };
  return { sending, there, versions, log };
}

const small = new Blob(['a,b\n']);
const large = new Blob([new Uint8Array(4 * partBytes + 10)]);

test('a small file is sent whole', async () => {
  const { sending, log } = bucketOf(small);
  expect(await sendFile(small, { asked: asked(4) }, sending)).toMatchObject({ versionId: 'v1' });
  expect(log).toEqual(['begin', 'put whole']);
});

test('a small file whose answer is lost is not sent again', async () => {
  const { sending, versions } = bucketOf(small, (request) => request === 2);
  expect(await sendFile(small, { asked: asked(4) }, sending)).toMatchObject({ versionId: 'v1' });
  expect(versions).toEqual(['v1']);
});

test('whichever answer of an upload in parts is lost, no part is sent twice', async () => {
  for (let lost = 2; lost <= 8; lost += 1) {
    const { sending, there, versions } = bucketOf(large, (request) => request === lost);
    expect(await sendFile(large, { asked: asked(large.size) }, sending)).toMatchObject({ versionId: 'v1' });
    expect([...there.values()]).toEqual([partBytes, partBytes, partBytes, partBytes, 10]);
    expect(versions).toEqual(['v1']);
  }
});

test('after the page was loaded anew, the parts that are missing are sent', async () => {
  const { sending, there, log } = bucketOf(large);
  for (const number of [1, 2, 4]) there.set(number, partBytes);
  await sendFile(large, { asked: asked(large.size), uploadId: 'u' }, sending);
  expect(log).toEqual(['resume', 'put 3', 'put 5', 'resume', 'complete']);
});

test('what cannot pass ends the upload', async () => {
  const { sending } = bucketOf(small);
  const refusing = { ...sending, begin: () => Promise.reject(new Error('no role')) };
  await expect(sendFile(small, { asked: asked(4) }, refusing)).rejects.toThrow('no role');
});
