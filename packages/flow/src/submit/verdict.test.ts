import type { Answer } from '@sluice/client';
import { errorCodes } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import { importIdOf, meanings, observationOf, reasonOf, type Meaning } from './verdict.ts';

type ImportAnswer = Answer<'import'>;
const meta = {};
const refused = (code: (typeof errorCodes)[number], importId?: string | null): ImportAnswer => ({
  kind: 'refused',
  code,
  message: 'secret cell',
  importId,
  meta,
});

/** Every answer and non-answer that a call of `import` can come to, spelled out a second time. */
const table: [name: string, answer: ImportAnswer, meaning: { dry: Meaning; real: Meaning }][] = [
  [
    'ok with an importId',
    { kind: 'ok', output: { importId: 'i1' }, meta },
    { dry: 'accepted', real: 'accepted' },
  ],
  [
    'ok with an empty importId',
    { kind: 'ok', output: { importId: '' }, meta },
    { dry: 'ambiguous', real: 'ambiguous' },
  ],
  ['invalid_request', refused('invalid_request'), { dry: 'refused', real: 'refused' }],
  [
    'invalid_request with importId null',
    refused('invalid_request', null),
    { dry: 'refused', real: 'refused' },
  ],
  [
    'invalid_request with an importId',
    refused('invalid_request', 'i1'),
    { dry: 'accepted', real: 'accepted' },
  ],
  ['server_error with an importId', refused('server_error', 'i1'), { dry: 'accepted', real: 'accepted' }],
  ['not_found', refused('not_found'), { dry: 'refused', real: 'refused' }],
  ['unauthorized', refused('unauthorized'), { dry: 'parked:rejected', real: 'parked:rejected' }],
  ['too_many_requests', refused('too_many_requests'), { dry: 'parked:rejected', real: 'parked:rejected' }],
  ['server_error', refused('server_error'), { dry: 'ambiguous', real: 'ambiguous' }],
  [
    'an HTTP status of something in between',
    intermediary(502),
    { dry: 'parked:rejected', real: 'ambiguous' },
  ],
  [
    'nothing sent',
    { kind: 'noAnswer', sent: 'no', detail: 'ECONNREFUSED' },
    { dry: 'parked:not_sent', real: 'parked:not_sent' },
  ],
  [
    'perhaps sent',
    { kind: 'noAnswer', sent: 'maybe', detail: 'ECONNRESET' },
    { dry: 'ambiguous', real: 'ambiguous' },
  ],
  [
    'an unreadable answer',
    { kind: 'unreadable', detail: 'not JSON' },
    { dry: 'ambiguous', real: 'ambiguous' },
  ],
  [
    'an unreadable answer with an importId',
    { kind: 'unreadable', detail: '', importId: 'i1' },
    { dry: 'accepted', real: 'accepted' },
  ],
];

function intermediary(httpStatus: number): ImportAnswer {
  return { kind: 'intermediary', httpStatus, detail: 'HTTP' };
}

describe('the meaning of an answer to import', () => {
  it.each(table)('%s', (_name, answer, meaning) => {
    expect(meanings[observationOf(answer)]).toEqual(meaning);
  });

  it('has an entry for every error code', () => {
    for (const code of errorCodes) expect(meanings).toHaveProperty([`refused:${code}`]);
  });

  it('drops no importId, wherever it stands (invariant 4)', () => {
    for (const [, answer, meaning] of table)
      expect(importIdOf(answer) !== undefined).toBe(meaning.real === 'accepted');
  });

  it('calls a real import ambiguous unless the service itself said no, or nothing was sent (invariant 3)', () => {
    const certain = ['importId', 'notSent', ...errorCodes.map((code) => `refused:${code}`)];
    for (const [observation, { real }] of Object.entries(meanings))
      if (!certain.includes(observation)) expect(real).toBe('ambiguous');
  });

  it('says why without the words of the service (invariant 15)', () => {
    for (const [, answer] of table) expect(reasonOf(answer)).not.toContain('secret cell');
  });
});
