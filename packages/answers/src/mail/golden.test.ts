import { describe, expect, it } from 'vitest';
import { everyMail } from './testing/mails.ts';

const folder = new URL('../../golden/', import.meta.url).pathname;

describe.each(everyMail)('the mail "%s"', (name, { subject, text, html }) => {
  it('reads as it did when somebody last read it', async () => {
    const file = `${folder}${name.replaceAll(/[^a-z]+/gu, '-')}.txt`;
    await expect(`Subject: ${subject}\n\n${text}`).toMatchFileSnapshot(file);
  });

  it('has the same words in the same order as text and as HTML', () => {
    expect(wordsOfHtml(html)).toEqual(wordsOf(text));
  });

  it('has its answer in the first line, one next step, and no place that was not filled', () => {
    expect(text).toMatch(/^[A-Z\d][^\n]+\.\n/u);
    expect(text.match(/What to do next: /gu)?.length ?? 0).toBe(/^import succeeded/u.test(name) ? 0 : 1);
    expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|NaN|\[object/u);
  });
});

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '' && word !== '-');

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function wordsOfHtml(html: string): string[] {
  const body = html.slice(html.indexOf('<body')).replaceAll(/<[^<>]*>/gu, ' ');
  return wordsOf(body.replaceAll(/&([a-z]+|#39);/gu, (_, name: string) => entities[name] ?? ''));
}
