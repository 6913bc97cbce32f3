import { expect, it } from 'vitest';
import * as z from 'zod';
import { parsed } from './testing/offenders.ts';

const several = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const functions = parsed(
  'AWS::Lambda::Function',
  z.object({ Role: z.string(), RecursiveLoop: z.string().optional() }),
);
const sources = parsed(
  'AWS::Lambda::EventSourceMapping',
  z.object({ FunctionName: z.string(), EventSourceArn: z.string() }),
);
const policies = parsed(
  'AWS::IAM::Policy',
  z.object({
    Roles: z.array(z.string()),
    PolicyDocument: z.object({
      Statement: z.array(z.object({ Effect: z.string(), Action: several, Resource: several.optional() })),
    }),
  }),
);

/** The queues to which the functions of this role may send. */
function sendsTo(role: string): string[] {
  return policies
    .filter(({ Roles }) => Roles.some((one) => role.startsWith(`${one.slice(0, -1)}.`) || role === one))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Effect, Action }) => Effect === 'Allow' && Action.includes('sqs:SendMessage'))
    .flatMap(({ Resource = [] }) => Resource);
}

/** The functions that the messages of a function call. */
const calls = new Map(
  functions.map(({ id, Role }) => {
    const queues = sendsTo(Role);
    const called = sources.filter(({ EventSourceArn }) => queues.includes(EventSourceArn));
    return [id, called.map(({ FunctionName }) => FunctionName.replace(/^<(\w+)>.*$/u, '$1'))] as const;
  }),
);

/** Whether messages of a function lead back to it, also by way of other functions. */
function isInLoop(id: string): boolean {
  const met = new Set<string>();
  const next = [...(calls.get(id) ?? [])];
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (one === id) return true;
    if (met.has(one)) continue;
    met.add(one);
    next.push(...(calls.get(one) ?? []));
  }
  return false;
}

it('Lambda, which ends loops after 16 turns, allows those of functions that send to a queue which calls them', () => {
  const nameOf = (path: string) => path.split('/').at(-3);
  const looping = functions.filter(({ id }) => isInLoop(id)).map(({ path }) => nameOf(path));
  const allowed = functions
    .filter(({ RecursiveLoop }) => RecursiveLoop === 'Allow')
    .map(({ path }) => nameOf(path));
  expect(looping).toEqual(['DeliverWebhooks', 'RunImport']);
  expect(allowed).toEqual(looping);
});
