import { describe, expect, it } from 'vitest';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { linkMaker, openLink } from './links.ts';

const file = { runId: 'abcdefgh234567abcdefgh2345', key: 'runs/abcdefgh234567abcdefgh2345/results/new.csv' };
const address = 'https://files.example/signed';
const day = 24 * 60 * 60_000;

async function aLink() {
  let [time, made] = [Date.parse('2026-03-01T08:00:00.000Z'), 0];
  const now = () => new Date(time);
  const files = createMemoryFiles();
  await files.put(file.key, 'name\nAna\n');
  const newSecret = () => String((made += 1)).padStart(43, 'S');
  const make = linkMaker({ files, now, newSecret, url: 'https://history.example/files', days: 3 });
  const link = await make(file);
  const addressOf = async (key: string) => (files.objects.has(key) ? `${address}?${key}` : undefined);
  const open = (token: string | undefined) =>
    openLink(
      { query: token === undefined ? {} : { link: token } },
      { files: { get: files.get, addressOf }, now },
    );
  const token = new URL(link.url).searchParams.get('link') ?? '';
  return { files, link, make, open, token, pass: (ms: number) => (time += ms) };
}

describe('a link', () => {
  it('leads to its file, as often as it is followed, until its time', async () => {
    const { link, open, token, pass } = await aLink();
    expect(link).toEqual({
      url: `https://history.example/files?link=${token}`,
      until: '2026-03-04T08:00:00.000Z',
    });
    for (const ms of [0, 3 * day - 1]) {
      pass(ms);
      expect(await open(token)).toMatchObject({
        status: 303,
        headers: {
          location: `${address}?${file.key}`,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        },
      });
    }
    pass(1);
    expect((await open(token)).status).toBe(404);
  });

  it('that is wrong, altered, expired, revoked or of a file that is gone gets one answer', async () => {
    const { files, make, open, token, pass } = await aLink();
    const other = new URL((await make({ ...file, runId: 'other' })).url).searchParams.get('link') ?? '';
    const secret = token.split('.').at(-1) ?? '';
    const answers = [
      await open(undefined),
      ...(await Promise.all(
        [
          '',
          secret,
          `other.${secret}`,
          `${token}x`,
          token.replace(/.$/u, 'x'),
          `../../x.${secret}`,
          `__proto__.${secret}`,
        ].map(open),
      )),
    ];
    pass(3 * day);
    answers.push(await open(token));
    pass(-3 * day);
    files.objects.delete(file.key);
    answers.push(await open(other));
    for (const key of files.objects.keys()) files.objects.delete(key);
    answers.push(await open(token));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
  });

  it('is not in what is stored: who reads it there cannot follow it', async () => {
    const { files, token } = await aLink();
    const everything = [...files.objects]
      .map(([key, bytes]) => key + Buffer.from(bytes).toString())
      .join('\n');
    expect(everything).toContain('"until"');
    expect(everything).not.toContain(token.split('.').at(-1));
  });
});
