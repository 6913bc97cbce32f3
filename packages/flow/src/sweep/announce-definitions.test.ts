import { expect, it } from 'vitest';
import { isSwept, migrationsIn, type ArrivalMessage } from '../read/arrivals.ts';
import { createMemoryQueue } from '../testing/memory-ports.ts';
import { announceDefinitions } from './announce-definitions.ts';

const now = () => new Date('2026-03-01T08:00:00.000Z');

it('announces every definition again, marked as swept, and nothing else (invariant 8)', async () => {
  const definitions = createMemoryQueue<ArrivalMessage>();
  const keys = ['migrations/nightly people.json', 'migrations/readme.txt', 'migrations/b.json'];
  const services = {
    definitionFiles: { keysSince: async () => keys },
    dropBucket: 'drops',
    definitions,
    now,
  };
  expect(await announceDefinitions(services)).toBe(2);
  expect(definitions.messages.flatMap(migrationsIn)).toEqual(['nightly people', 'b']);
  expect(definitions.messages.every(isSwept)).toBe(true);
});

it('sends nothing where there is no migration', async () => {
  const definitions = createMemoryQueue<ArrivalMessage>();
  const services = { definitionFiles: { keysSince: async () => [] }, dropBucket: 'drops', definitions, now };
  expect(await announceDefinitions(services)).toBe(0);
  expect(definitions.messages).toEqual([]);
});
