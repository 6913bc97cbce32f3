import { importStatusSchema } from '@sluice/contract';
import { expect, it } from 'vitest';
import { client, onASite } from '../testing/on-a-site.ts';

const { service, call } = onASite();

const recordSets = (email: string) => [client([{ email, name: 'A' }])];

it.each([
  ['a real import', recordSets('a@x.org'), {}],
  ['a dry run', recordSets('a@x.org'), { dryRun: true }],
  ['an import that validation refuses', [client([{ id: 'x' }], 'id')], {}],
])('of %s has its creation date, its run date and its duration', async (_, sets, options) => {
  const { body } = await call('import', { recordSets: sets, ...options });
  service.advance(5_000);
  await service.drain();
  service.advance(60_000);
  const answer = await call('importStatus', { importId: body['importId'] });
  expect(importStatusSchema.parse(answer.body['importStatus'])).toMatchObject({
    createdDate: '2026-03-01T08:00:00.000Z',
    ranDate: '2026-03-01T08:00:05.000Z',
    duration: 5_000,
  });
});

it('has no run date before it has run', async () => {
  const { body } = await call('import', { recordSets: recordSets('a@x.org') });
  const answer = await call('importStatus', { importId: body['importId'] });
  const status = importStatusSchema.parse(answer.body['importStatus']);
  expect(status).toMatchObject({ status: 'new', done: false });
  expect(status).not.toHaveProperty('ranDate');
  expect(status).not.toHaveProperty('preview');
});
