import { describe, expect, it } from 'vitest';
import { forTerminal, inColumns, laidOut, underHeadings } from './columns.ts';

describe('data on a terminal', () => {
  it.each([
    ['\u{1b}]0;title\u{7}', '\u{FFFD}]0;title\u{FFFD}'],
    ['\u{1b}[2J\u{9b}31m', '\u{FFFD}[2J\u{FFFD}31m'],
    ['{"a":"\u{202e}evil\u{8}"}', '{"a":"\u{FFFD}evil\u{FFFD}"}'],
    ['paid 100\rpaid 1', 'paid 100\u{FFFD}paid 1'],
  ])('cannot control it: %j', (data, shown) => expect(forTerminal(data)).toBe(shown));

  it('keeps line breaks, tabs and colours', () => {
    const data = 'a,b\r\n\t\u{1b}[32mok\u{1b}[39m é 日\n';
    expect(forTerminal(data)).toBe(data);
  });
});

describe('lines on a terminal', () => {
  const runs = underHeadings(
    ['run', 'started', 'file', 'rows'],
    [
      ['abcdefgh', '2026-03-01', 'inbox/client/email/new clients.csv', '3 read: 2 created, 1 updated'],
      ['bcdefghi', '2026-03-02', '', '1 read: 1 failed'],
    ],
  );

  it('are as long as they are where there is no terminal', () => {
    const text = 'word '.repeat(100).trim();
    expect(laidOut([text, ...inColumns([['a', text]])])).toBe(`${text}\na  ${text}`);
    expect(laidOut(runs).split('\n')[1]).toMatch(
      /^abcdefgh {2}2026-03-01 {2}inbox\S+ clients\.csv {2}3 read/u,
    );
  });

  it('break the last column of a table between words', () => {
    const table = inColumns([
      ['  file', 'inbox/client/email/new clients.csv'],
      ['  run', 'abcdefgh'],
    ]);
    expect(laidOut(table, 34)).toBe(
      ['  file  inbox/client/email/new', '        clients.csv', '  run   abcdefgh'].join('\n'),
    );
  });

  it('have a block for each row where a table with headings does not fit', () => {
    expect(laidOut(runs, 40)).toBe(
      [
        'abcdefgh',
        '  started  2026-03-01',
        '  file     inbox/client/email/new',
        '           clients.csv',
        '  rows     3 read: 2 created, 1 updated',
        '',
        'bcdefghi',
        '  started  2026-03-02',
        '  rows     1 read: 1 failed',
      ].join('\n'),
    );
  });

  it('fill lines with the cells of a wide row', () => {
    const row = ['  row 1', 'Name', 'E-mail', 'Phone', 'a longer text'];
    expect(laidOut(inColumns([row]), 24)).toBe('  row 1\n    Name  E-mail  Phone\n    a longer text');
  });

  it('never break a command or a word', () => {
    const command = 'npx sluice run abcdefghijklmnopqrstuvwxyz --details';
    expect(laidOut(inColumns([['Every detail:', command]]), 40)).toBe(`Every detail:\n  ${command}`);
    expect(laidOut([`  Expected what \`${command}\` shows.`], 40)).toBe(
      `  Expected what\n    \`${command}\`\n    shows.`,
    );
    expect(laidOut([`It is there: ${command}`], 30)).toBe(`It is there:\n${command}`);
  });

  it('hold every word of any table in their order, and are too long only for a word', () => {
    for (const width of [20, 40, 60, 80, 120]) {
      const text = laidOut(runs, width);
      for (const word of laidOut(runs).split('\n').slice(1).join(' ').split(/ +/u))
        expect(text).toContain(word);
      for (const line of text.split('\n'))
        if (/\S\s+\S/u.test(line.trim())) expect(line.length).toBeLessThanOrEqual(width);
    }
  });
});
