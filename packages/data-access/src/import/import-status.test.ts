import { importStatusSchema } from '@sluice/contract';
import { expect, it } from 'vitest';
import { Crash } from '../testing/dying.ts';
import { client, onASite } from '../testing/on-a-site.ts';
import { runImport } from '../engine/run-import.ts';

const { service, site, call } = onASite();

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

it('queues an import that waits again ever less often, so that polls do not make a backlog longer', async () => {
  const { body } = await call('import', { recordSets: recordSets('a@x.org') });
  const queuedAfter = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      service.advance(60_000);
      await call('importStatus', { importId: body['importId'] });
    }
    return service.messages.length;
  };
  expect(await queuedAfter(4)).toBe(1);
  expect(await queuedAfter(2)).toBe(2);
  expect(await queuedAfter(24 * 60)).toBeLessThan(12);
});

it('queues an import that has lost its worker again once, and then ever less often', async () => {
  const message = await service.queued(site, recordSets('a@x.org'));
  const { blobs } = service.services;
  const get: typeof blobs.get = () => Promise.reject(new Crash());
  const dying = { ...service.services, blobs: { ...blobs, get } };
  await expect(runImport(message, dying)).rejects.toThrow(Crash);
  const polls = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 10) {
      service.advance(10_000);
      await call('importStatus', { importId: message.importId });
    }
    return service.messages.length;
  };
  expect(await polls(40)).toBe(0);
  expect(await polls(60)).toBe(1);
  expect(await polls(3_600)).toBeLessThan(6);
});
