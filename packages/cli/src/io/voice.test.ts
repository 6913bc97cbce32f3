import { describe, expect, it } from 'vitest';
import { progressOf } from '../views/run-progress.ts';
import { aRun } from '../testing/run-builder.ts';
import { createVoice } from './voice.ts';

describe('progress where there is no terminal', () => {
  it('tells each new step and each tenth, and nothing twice', () => {
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

describe('the progress of a run', () => {
  const dry = { batch: 1, phase: 'dry' as const, importId: 'i', status: 'succeeded' as const, attempts: 1 };
  const real = { ...dry, phase: 'real' as const };

  it('counts each batch twice, dry and for real', () => {
    const submissions = [dry, { ...dry, batch: 2 }, real, { ...real, batch: 2, status: 'sending' as const }];
    expect(progressOf(aRun({ status: 'importing', submissions }))).toStrictEqual({
      label: 'importing',
      part: 0.75,
      detail: '1 of 2 batches, 3 rows',
    });
  });

  it('names the run that another one waits for', () => {
    const waiting = aRun({ status: 'queued', submissions: [dry], blockedBy: 'abc' });
    expect(progressOf(waiting)).toMatchObject({
      label: 'waiting for its turn',
      part: 0,
      detail: expect.stringContaining('run abc comes first'),
    });
    expect(progressOf(aRun({ ...waiting, status: 'undoing' })).detail).toContain('run abc');
  });

  it('is whole when a run came to rest, however little was sent', () => {
    expect(progressOf(aRun({ status: 'rejected', submissions: [dry] })).part).toBe(1);
  });
});

describe('words on stderr', () => {
  it('keep their lines, and cannot steer the terminal', () => {
    const lines: string[] = [];
    createVoice({ write: (line: string) => lines.push(line) }).say('row 1\nrow \u001B[2J2\r\u009B');
    expect(lines).toStrictEqual(['row 1\nrow \uFFFD[2J2\uFFFD\uFFFD\n']);
  });
});
