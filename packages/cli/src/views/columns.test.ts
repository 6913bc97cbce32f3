import { describe, expect, it } from 'vitest';
import { forTerminal } from './columns.ts';

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
