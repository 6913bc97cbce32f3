import type { SignedUpload, Upload } from '../../../api/shapes.ts';
import { partBytes } from '../../../api/sizes.ts';
import { expect, test } from 'vitest';
import { sendFile, type Sending } from './upload.ts';

class Lost extends Error {}

const partsOf = (file: Blob): number => Math.ceil(file.size / partBytes);
const asked = (file: Blob): Upload => ({
  ...{ key: 'inbox/client/email/a.csv', bytes: file.size, sha256: 'f'.repeat(64) },
  parts: Array.from({ length: partsOf(file) }, () => 'e'.repeat(64)),
});

/** A bucket that loses the answers to some requests, by their numbers. An answer has at most three addresses. */
function bucketOf(file: Blob, loses: (request: number) => boolean = () => false) {
  const there = new Map<number, number>();
  const uploads: string[] = [];
  const log: string[] = [];
  let requests = 0;
  const step = <T>(what: string, act: () => T): Promise<T> => {
    requests += 1;
    log.push(what);
    const result = act();
    return loses(requests) ? Promise.reject(new Lost()) : Promise.resolve(result);
  };
  const missing = (): SignedUpload => ({
    uploadId: 'u',
    puts: Array.from({ length: partsOf(file) }, (_, at) => at + 1)
      .filter((number) => !there.has(number))
      .slice(0, 3)
      .map((number) => ({ number, url: String(number), headers: {} })),
  });
  const sending: Sending = {
    begin: () => step('begin', () => (uploads.push('u'), missing())),
    resume: () => step('resume', missing),
    complete: () => step('complete', () => ({ bucket: 'b', key: 'k', versionId: 'v1' })),
    put: ({ url }, body) =>
      step(`put ${url}`, () => there.set(Number(url), (there.get(Number(url)) ?? 0) + body.size) === there),
    keep: () => undefined,
    onSent: () => undefined,
    pause: () => Promise.resolve(),
    mayPass: (error) => error instanceof Lost,
  };
  return { sending, there, uploads, log };
}

const small = new Blob(['a,b\n']);
const large = new Blob([new Uint8Array(4 * partBytes + 10)]);

test('a small file is one part', async () => {
  const { sending, log } = bucketOf(small);
  expect(await sendFile(small, { asked: asked(small) }, sending)).toMatchObject({ versionId: 'v1' });
  expect(log).toEqual(['begin', 'put 1', 'complete']);
});

test('whichever answer after the first is lost, no part is sent twice', async () => {
  for (let lost = 2; lost <= 8; lost += 1) {
    const { sending, there, uploads } = bucketOf(large, (request) => request === lost);
    expect(await sendFile(large, { asked: asked(large) }, sending)).toMatchObject({ versionId: 'v1' });
    expect([...there.values()]).toEqual([partBytes, partBytes, partBytes, partBytes, 10]);
    expect(uploads).toEqual(['u']);
  }
});

test('after the page was loaded anew, the parts that are missing are sent', async () => {
  const { sending, there, log } = bucketOf(large);
  for (const number of [1, 2, 4]) there.set(number, partBytes);
  await sendFile(large, { asked: asked(large), uploadId: 'u' }, sending);
  expect(log).toEqual(['resume', 'put 3', 'put 5', 'complete']);
});

test('an address that has ended is asked for again', async () => {
  const { sending, there, log } = bucketOf(small);
  let isOld = true;
  const put: Sending['put'] = (...args) =>
    isOld ? ((isOld = false), Promise.resolve(false)) : sending.put(...args);
  await sendFile(small, { asked: asked(small) }, { ...sending, put });
  expect([...there.values(), log]).toEqual([4, ['begin', 'resume', 'put 1', 'complete']]);
});

test('what cannot pass ends the upload', async () => {
  const { sending } = bucketOf(small);
  const refusing = { ...sending, begin: () => Promise.reject(new Error('no role')) };
  await expect(sendFile(small, { asked: asked(small) }, refusing)).rejects.toThrow('no role');
});
