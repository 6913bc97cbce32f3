import { describe, expect, test } from 'vitest';
import { readInboxKey } from './inbox-key.ts';

describe('the place of a drop', () => {
  test.each([
    [
      'inbox/client/email/new clients.csv',
      { kind: 'direct', schema: 'client', lookup: 'email', fileName: 'new clients.csv' },
    ],
    [
      'inbox/ListItem.My Counties/code/x.csv',
      { kind: 'direct', schema: 'ListItem.My Counties', lookup: 'code', fileName: 'x.csv' },
    ],
    ['inbox/county/x.csv', { kind: 'profile', profile: 'county', fileName: 'x.csv' }],
    ['inbox/county/2026/05/x.csv', { kind: 'profile', profile: 'county', fileName: 'x.csv', folder: '05' }],
  ])('%s', (key, place) => {
    expect(readInboxKey(key)).toEqual(place);
  });

  test.each([
    'inbox/x.csv',
    'inbox/client/x.csv',
    'inbox/client/email/2026/x.csv',
    'inbox/Client/email/2026/x.csv',
    'inbox/client//x.csv',
    'inbox/client/email/',
    'inbox//x.csv',
    'elsewhere/client/email/x.csv',
    '',
  ])('%j is refused with the rule', (key) => {
    const place = readInboxKey(key);
    expect(place).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('inbox/client/email/new clients.csv'),
    });
  });
});
