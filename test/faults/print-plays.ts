import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { recordRequests, writesOf } from '../../infra/testing/table-writes.ts';
import { processNow } from '../simulation/scheduler.ts';
import { scenarios } from '../simulation/scenarios.ts';
import { hooked, traceInto } from './outside.ts';
import { effectsOf } from './play.ts';
import type { Played } from './played.ts';

/** Plays every scenario once, without a fault, and prints it as JSON: a process of its own, since stacks under vitest are slow. */
const stacks = new Map<string, Set<string>>();
traceInto(stacks);
const writes = new Map<string, Played['writes'][number]>();
const reads = new Set<string>();
recordRequests(hooked.client(DynamoDBClient), (operation, body) => {
  const step = processNow()?.step;
  if (step === undefined) return;
  const found = writesOf(operation, body);
  for (const write of found) writes.set(`${step} ${JSON.stringify(write)}`, { step, write });
  const isIndex = typeof body === 'object' && body !== null && 'IndexName' in body;
  if (found.length === 0) reads.add(`${step} dynamodb:${operation}${isIndex ? ' by index' : ''}`);
});
const effects: Played['effects'][number][] = [];
for (const scenario of scenarios) effects.push(await effectsOf(scenario));
const played: Played = {
  effects,
  stacks: [...stacks].map(([what, all]) => [what, [...all]]),
  writes: [...writes.values()],
  reads: [...reads],
};
console.log(JSON.stringify(played));
