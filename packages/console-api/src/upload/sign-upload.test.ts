import { describe, expect, it } from 'vitest';
import { captureLog } from '../../../lambda-kit/src/testing/lambda.ts';
import { partBytes, signedUploadSchema, wholeBytes } from '../shapes.ts';
import { createMemoryItems } from '../testing/memory-items.ts';
import { signUpload } from './sign-upload.ts';
import type { ArrivedPart, Uploads } from './uploads.ts';

captureLog();

const sha = (digit: string) => digit.repeat(64);
const key = 'inbox/members/new.csv';
const whole = { key, bytes: 9, sha256: sha('a') };
const large = { key, bytes: wholeBytes + 1, sha256: sha('b'), parts: ['0', '1', '2', '3', '4'].map(sha) };
const day = 24 * 60 * 60_000;

function setUp() {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  const signed: object[] = [];
  const arrived: ArrivedPart[] = [];
  const completed: number[] = [];
  let isOver = false;
  const uploads: Uploads = {
    bucket: 'drops',
    signWhole: async (object) => (signed.push(object), { url: 'https://whole', headers: {} }),
    begin: async (object) => (signed.push(object), 'upload-1'),
    signPart: async (_, part) => (signed.push(part), { url: `https://part/${part.number}`, headers: {} }),
    arrived: async () => (isOver ? undefined : arrived),
    complete: async (_, parts) => (completed.push(parts.length), (isOver = true), 'v1'),
  };
  const services = { uploads, items: createMemoryItems(), now: () => new Date(time) };
  const ask = async (path: string, body: object, person = 'p-1') => {
    const request = { method: 'POST', path, headers: {}, query: {}, sourceIp: '' };
    const by = { caller: `${person}@example.com`, principal: `person:${person}` };
    const answer = await signUpload({ ...request, ...by, body: JSON.stringify(body) }, services);
    return { status: answer.status, body: JSON.parse(String(answer.body)) };
  };
  const arrive = (...numbers: number[]) =>
    numbers.forEach((number) =>
      arrived.push({
        ...{ number, etag: '', checksum: '' },
        bytes: Math.min(partBytes, large.bytes - (number - 1) * partBytes),
      }),
    );
  return { ask, signed, arrived, arrive, completed, services, pass: (ms: number) => (time += ms) };
}

describe('an upload', () => {
  it('is signed with its bytes, and with who sends it', async () => {
    const { ask, signed } = setUp();
    const corrects = 'a'.repeat(26);
    const { body } = await ask('/uploads', { ...whole, sheetName: 'März', corrects, again: true });
    expect(signedUploadSchema.parse(body)).toMatchObject({ kind: 'whole', bucket: 'drops' });
    const metadata = {
      ...{ 'sluice-person': 'p-1', 'sluice-dropped-by': 'p-1%40example.com', 'sluice-again': 'true' },
      ...{ 'sluice-sheet-name': 'M%C3%A4rz', 'sluice-corrects': corrects },
    };
    expect(signed).toEqual([{ ...whole, metadata }]);
  });

  it.each([
    'profiles/members.json',
    'migrations/nightly.json',
    'inbox/new.csv',
    'inbox//new.csv',
    'inbox/../profiles/members.json',
    'inbox/members/../../profiles/x.json',
    'inbox/members/./new.csv',
    'inbox/members//new.csv',
    'inbox/members/',
    'inbox/client/new.csv',
    'inbox/client/email/deeper/new.csv',
    'Inbox/members/new.csv',
    '/inbox/members/new.csv',
    'inbox/members/new\u0000.csv',
    'inbox/members/\ud800.csv',
  ])('is not signed for the key %j', async (refused) => {
    const { ask, signed } = setUp();
    expect((await ask('/uploads', { ...whole, key: refused })).status).toBe(400);
    expect((await ask('/uploads', { ...large, key: refused })).status).toBe(400);
    expect(signed).toEqual([]);
  });

  it.each<[string, object]>([
    ['without a sha256', { ...whole, sha256: '' }],
    ['without bytes', { ...whole, bytes: 0 }],
    ['in parts, although it is small', { ...whole, parts: [sha('0')] }],
    ['whole, although it is large', { ...large, parts: undefined }],
    ['with a part too few', { ...large, parts: large.parts.slice(1) }],
    ['with a part too many', { ...large, parts: [...large.parts, sha('5')] }],
    ['that names its dropper', { ...whole, droppedBy: 'ana@example.com' }],
  ])('is refused %s', async (_how, body) => {
    const { ask, signed } = setUp();
    expect((await ask('/uploads', body)).status).toBe(400);
    expect(signed).toEqual([]);
  });

  it('without a session is not even looked at', async () => {
    const { services } = setUp();
    const request = { method: 'POST', path: '/uploads', headers: {}, query: {}, sourceIp: '' };
    const signer = { caller: 'arn:aws:iam::1:user/ana', principal: 'AWS:AIDAANA' };
    for (const by of [{}, signer])
      expect((await signUpload({ ...request, ...by, body: JSON.stringify(whole) }, services)).status).toBe(
        404,
      );
  });
});

describe('an upload in parts', () => {
  const uploadId = 'upload-1';

  it('is signed part by part, resumed with what has not arrived, and completed', async () => {
    const { ask, signed, arrive, completed } = setUp();
    const { body } = await ask('/uploads', large);
    expect(body).toMatchObject({ kind: 'parts', uploadId });
    expect(body.puts.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(signed.at(-1)).toEqual({ number: 5, bytes: 1, sha256: sha('4') });
    arrive(1, 4);
    const resumed = await ask('/uploads/resume', { ...large, uploadId });
    expect(resumed.body.puts.map(({ number }: { number: number }) => number)).toEqual([2, 3, 5]);
    const { parts: _, ...whole } = large;
    const early = await ask('/uploads/complete', { ...whole, uploadId });
    expect([early.status, early.body.error.message]).toEqual([409, 'These parts have not arrived: 2, 3, 5.']);
    arrive(2, 3, 5);
    const done = { bucket: 'drops', key, versionId: 'v1' };
    for (const _time of ['the first', 'after its answer was lost'])
      expect(await ask('/uploads/complete', { ...whole, uploadId })).toEqual({ status: 200, body: done });
    expect(completed).toEqual([5]);
  });

  it('is not completed with a part that is shorter than it was signed', async () => {
    const { ask, arrive, arrived, completed } = setUp();
    await ask('/uploads', large);
    arrive(1, 2, 3, 4, 5);
    arrived[1] = { ...arrived[1]!, bytes: 5 };
    const { parts: _, ...whole } = large;
    expect((await ask('/uploads/complete', { ...whole, uploadId })).status).toBe(409);
    expect(completed).toEqual([]);
  });

  it('does not go on as another file, nor with another part', async () => {
    const { ask, signed } = setUp();
    await ask('/uploads', large);
    const before = signed.length;
    const parts = [sha('9'), ...large.parts.slice(1)];
    for (const other of [{ parts }, { sha256: sha('c') }, { key: 'inbox/members/x.csv' }, { again: true }])
      expect((await ask('/uploads/resume', { ...large, ...other, uploadId })).status).toBe(409);
    expect(signed).toHaveLength(before);
  });

  it('does not go on by another person, after a week, or if it never began', async () => {
    const { ask, arrive, pass, completed } = setUp();
    await ask('/uploads', large);
    arrive(1, 2, 3, 4, 5);
    const { parts: _, ...whole } = large;
    const goesOn = async (person: string, id = uploadId) =>
      Promise.all([
        ask('/uploads/resume', { ...large, uploadId: id }, person),
        ask('/uploads/complete', { ...whole, uploadId: id }, person),
      ]).then((answers) => answers.map(({ status }) => status));
    expect(await goesOn('p-2')).toEqual([404, 404]);
    expect(await goesOn('p-1', 'upload-2')).toEqual([404, 404]);
    pass(7 * day);
    expect(await goesOn('p-1')).toEqual([404, 404]);
    expect(completed).toEqual([]);
  });
});
