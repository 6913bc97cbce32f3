import { describe, expect, it } from 'vitest';
import { arrivalMessageSchema, dropsIn } from './arrivals.ts';

const record = (key: string, more: { size?: number; eventName?: string } = {}) => ({
  eventVersion: '2.1',
  eventName: more.eventName ?? 'ObjectCreated:Put',
  eventTime: '2026-03-01T08:00:00.120Z',
  userIdentity: { principalId: 'AWS:somebody' },
  s3: { bucket: { name: 'drops' }, object: { key, size: more.size ?? 5, versionId: 'v1', sequencer: '01' } },
});
const dropsOf = (...records: object[]) => dropsIn(arrivalMessageSchema.parse({ Records: records }));

describe('an arrival message', () => {
  it('announces a drop by its decoded key', () => {
    expect(dropsOf(record('inbox/client/email/caf%C3%A9+%2B+new.csv'))).toEqual([
      {
        bucket: 'drops',
        key: 'inbox/client/email/café + new.csv',
        versionId: 'v1',
        bytes: 5,
        droppedBy: 'AWS:somebody',
        arrivedAt: '2026-03-01T08:00:00.120Z',
        sequencer: '01',
      },
    ]);
  });

  it('has the address of the uploader if S3 states it', () => {
    const from = {
      ...record('inbox/client/email/a.csv'),
      requestParameters: { sourceIPAddress: '192.0.2.7' },
    };
    expect(dropsOf(from)).toMatchObject([{ droppedFrom: '192.0.2.7' }]);
  });

  it.each([
    ['the test that S3 sends when the queue is connected', { Event: 's3:TestEvent', Bucket: 'drops' }],
    ['a folder marker', { Records: [record('inbox/client/email/', { size: 0 })] }],
    ['an object outside the inbox', { Records: [record('profiles/members.json')] }],
    ['a deletion', { Records: [record('inbox/a/b/c.csv', { eventName: 'ObjectRemoved:Delete' })] }],
  ])('announces no drop: %s', (_name, message) => {
    expect(dropsIn(arrivalMessageSchema.parse(message))).toEqual([]);
  });

  it.each(['.DS_Store', '._clients.csv', '~$clients.xlsx', 'Thumbs.db', 'desktop.ini', '.~lock.a.ods#'])(
    'announces no drop of %s, which a system leaves in a folder',
    (name) => {
      expect(dropsOf(record(`inbox/client/email/${name}`))).toEqual([]);
    },
  );

  it('uses a key that is not encoded unchanged', () => {
    expect(dropsOf(record('inbox/client/email/100%.csv'))).toMatchObject([
      { key: 'inbox/client/email/100%.csv' },
    ]);
  });
});
