import { describe, expect, it } from 'vitest';
import { captureLog } from '../../../../aws-kit/src/handlers/testing/lambda.ts';
import type { Role } from '../routes.ts';
import { partBytes, signedUploadSchema } from '../shapes.ts';
import { createMemoryItems } from '../testing/memory-items.ts';
import { dropFoldersSchema, type DropFolders } from './drop-folders.ts';
import { signUpload } from './sign-upload.ts';
import type { ArrivedPart, Uploads } from './uploads.ts';

captureLog();

const sha = (digit: string) => digit.repeat(64);
const key = 'inbox/members/new.csv';
const small = { key, bytes: 9, sha256: sha('a'), parts: [sha('a')] };
const large = { key, bytes: 4 * partBytes + 1, sha256: sha('b'), parts: ['0', '1', '2', '3', '4'].map(sha) };
const day = 24 * 60 * 60_000;

interface Groups {
  readonly roles?: readonly Role[];
  readonly groups?: readonly string[];
}

function setUp(dropFolders: DropFolders = {}) {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  const signed: object[] = [];
  const arrived: ArrivedPart[] = [];
  const completed: number[] = [];
  let isOver = false;
  const uploads: Uploads = {
    bucket: 'drops',
    begin: async (object) => (signed.push(object), 'upload-1'),
    signPart: async (_, part) => (signed.push(part), { url: `https://part/${part.number}`, headers: {} }),
    arrived: async () => (isOver ? undefined : arrived),
    complete: async (_, parts) => (completed.push(parts.length), (isOver = true), 'v1'),
  };
  const services = { uploads, items: createMemoryItems(), dropFolders, now: () => new Date(time) };
  const ask = async (path: string, body: object, person = 'p-1', of: Groups = {}) => {
    const request = { method: 'POST', path, headers: {}, query: {}, sourceIp: '' };
    const by = { caller: `${person}@example.com`, principal: `person:${person}`, roles: ['dropper'], ...of };
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
    const { body } = await ask('/uploads', { ...small, sheetName: 'März', corrects, again: true });
    expect(signedUploadSchema.parse(body).puts).toHaveLength(1);
    const metadata = {
      ...{ 'sluice-person': 'p-1', 'sluice-dropped-by': 'p-1%40example.com', 'sluice-again': 'true' },
      ...{ 'sluice-sheet-name': 'M%C3%A4rz', 'sluice-corrects': corrects },
    };
    expect(signed).toEqual([
      { key, metadata },
      { number: 1, bytes: 9, sha256: sha('a') },
    ]);
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
    expect((await ask('/uploads', { ...small, key: refused })).status).toBe(400);
    expect((await ask('/uploads', { ...large, key: refused })).status).toBe(400);
    expect(signed).toEqual([]);
  });

  it.each<[string, object]>([
    ['without a sha256', { ...small, sha256: '' }],
    ['without bytes', { ...small, bytes: 0 }],
    ['without parts', { ...small, parts: undefined }],
    ['with a part too few', { ...large, parts: large.parts.slice(1) }],
    ['with a part too many', { ...large, parts: [...large.parts, sha('5')] }],
    ['that names its dropper', { ...small, droppedBy: 'ana@example.com' }],
    ['that names its groups', { ...small, groups: ['hr'] }],
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
      expect((await signUpload({ ...request, ...by, body: JSON.stringify(small) }, services)).status).toBe(
        404,
      );
  });
});

describe('an upload in parts', () => {
  const uploadId = 'upload-1';

  it('is signed part by part, resumed with what has not arrived, and completed', async () => {
    const { ask, signed, arrive, completed } = setUp();
    const { body } = await ask('/uploads', large);
    expect(body.uploadId).toBe(uploadId);
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
    // Whoever lost that answer may resume it first.
    expect((await ask('/uploads/resume', { ...large, uploadId })).body).toEqual({ uploadId, puts: [] });
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

describe('where groups say who may drop where', () => {
  const dropFolders = { hr: ['members', 'client/email'], sales: ['leads'], none: [] };
  const into = (folder: string) => ({ ...small, key: `inbox/${folder}/new.csv` });

  it.each<[string, Groups, string, boolean]>([
    ['a folder of one of their groups', { groups: ['hr', 'of others'] }, 'members', true],
    ['a folder below it', { groups: ['hr'] }, 'members/2026/june', true],
    ['a lookup of it', { groups: ['hr'] }, 'client/email', true],
    ['another lookup', { groups: ['hr'] }, 'client/id', false],
    ['a folder of another group', { groups: ['hr'] }, 'leads', false],
    ['a folder of either group', { groups: ['hr', 'sales'] }, 'leads', true],
    ['a folder whose name begins so', { groups: ['hr'] }, 'members-2', false],
    ['a folder whose name differs in case', { groups: ['hr'] }, 'Members', false],
    ['a folder, without a group', {}, 'members', false],
    ['a folder, of a group without one', { groups: ['none'] }, 'members', false],
    ['a folder, of a group named by its case', { groups: ['HR'] }, 'members', false],
    ['a folder, as an approver too', { roles: ['dropper', 'approver'] }, 'members', false],
    ['every folder, as an operator', { roles: ['operator'] }, 'client/id', true],
    ['every folder, as a dropper and an admin', { roles: ['dropper', 'admin'] }, 'leads', true],
  ])('a dropper may drop into %s', async (_what, of, folder, isSigned) => {
    const { ask, signed } = setUp(dropFolders);
    const { status, body } = await ask('/uploads', into(folder), 'p-1', of);
    expect([status, body.error?.code, signed.length > 0]).toEqual(
      isSigned ? [200, undefined, true] : [403, 'forbidden', false],
    );
  });

  it('the refusal says which folders they may choose', async () => {
    const { ask } = setUp(dropFolders);
    const refusal = async (groups: string[]) =>
      (await ask('/uploads', into('leads'), 'p-1', { groups })).body.error.message;
    expect(await refusal(['hr'])).toMatch(/^Your groups may drop into members, client\/email only\. /u);
    expect(await refusal([])).toMatch(/^Your groups may not drop into any folder\. Ask an admin /u);
  });

  it('everybody who is a dropper may drop where the group dropper may', async () => {
    const { ask } = setUp({ dropper: ['leads'], hr: ['members'] });
    const statuses = ['leads', 'members'].map((folder) => ask('/uploads', into(folder)));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 403]);
  });

  it.each(['resume', 'complete'])('a correction and the %s of an upload are bound too', async (act) => {
    const { ask, arrive, completed } = setUp(dropFolders);
    const of = { groups: ['hr'] };
    const { parts, ...file } = { ...large, corrects: 'a'.repeat(26) };
    expect((await ask('/uploads', { ...file, parts, key: 'inbox/leads/x.csv' }, 'p-1', of)).status).toBe(403);
    await ask('/uploads', { ...file, parts }, 'p-1', of);
    arrive(1, 2, 3, 4, 5);
    const { corrects: _, ...done } = file;
    const body = { ...(act === 'resume' ? { ...file, parts } : done), uploadId: 'upload-1' };
    // Somebody took the group away meanwhile.
    expect((await ask(`/uploads/${act}`, body, 'p-1', { groups: ['sales'] })).status).toBe(403);
    expect(completed).toEqual([]);
    expect((await ask(`/uploads/${act}`, body, 'p-1', of)).status).toBe(200);
  });

  it.each([
    ['hr', 'members/2026'],
    ['hr', 'client'],
    ['hr', ''],
    ['hr', '/members'],
    ['hr', 'members/'],
    ['hr', 'cl\u0456ent/email'],
    ['hr', 'members\u200b'],
    ['operator', 'members'],
    ['viewer', 'members'],
    ['h r', 'members'],
  ])('a stage cannot say that %j drops into %j', (group, folder) => {
    const setting: unknown = JSON.parse(JSON.stringify({ group: [folder] }).replace('group', group));
    expect(dropFoldersSchema.safeParse(setting).success).toBe(false);
  });
});
