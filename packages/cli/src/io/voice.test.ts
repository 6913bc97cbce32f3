import { describe, expect, it } from 'vitest';
import { createVoice } from './voice.ts';

describe('progress where there is no terminal', () => {
  it('reports each new step and each tenth, and nothing twice', () => {
    const lines: string[] = [];
    const voice = createVoice({ write: (line: string) => lines.push(line) });
    for (const part of [0, 0.02, 0.1, 0.1, 0.15, 0.2, 1, 1])
      voice.progress({ label: 'importing', part, detail: '' });
    voice.progress({ label: 'done', part: 1, detail: '3 rows' });
    expect(lines).toStrictEqual([
      '  0% importing\n',
      ' 10% importing\n',
      ' 20% importing\n',
      '100% importing\n',
      '100% done, 3 rows\n',
    ]);
  });
});

describe('words on stderr', () => {
  it('keep their line breaks, and cannot control the terminal', () => {
    const lines: string[] = [];
    createVoice({ write: (line: string) => lines.push(line) }).say('row 1\nrow \u001B[2J2\r\u009B\u202E');
    expect(lines).toStrictEqual(['row 1\nrow \uFFFD[2J2\uFFFD\uFFFD\uFFFD\n']);
  });
});
