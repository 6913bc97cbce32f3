import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { offenders, parsed } from './testing/offenders.ts';
import { templates } from './testing/default-templates.ts';

/** The schema of each function's environment, by folder. */
const folders = globSync('*/env.ts', { cwd: new URL('../functions', import.meta.url) }).map(dirname);
const envs = new Map(
  await Promise.all(folders.map(async (folder) => [folder, await envOf(folder)] as const)),
);

async function envOf(folder: string): Promise<z.ZodObject> {
  const exported: object = await import(`../functions/${folder}/env.ts`);
  return z.instanceof(z.ZodObject).parse(Object.values(exported).find((one) => one instanceof z.ZodObject));
}

const kebab = (name: string) => name.replaceAll(/(?<!^)[A-Z]/g, '-$&').toLowerCase();

const functionSchema = z.object({
  Role: z.string(),
  Timeout: z.number(),
  LoggingConfig: z.object({ LogGroup: z.string() }),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
});
const functions = parsed('AWS::Lambda::Function', functionSchema).map((fn) => ({
  folder: kebab(fn.path.split('/').at(-3) ?? ''),
  ...fn,
}));

/** An address whose host has parts that AWS knows only later, with names in their places. */
const plausible = (value: string): string =>
  value.startsWith('https://<') || /^https:\/\/[^/]*</u.test(value)
    ? value.replaceAll('::', '-').replaceAll(/[<>]/gu, '').toLowerCase()
    : value;

describe('every function', () => {
  it('runs on the newest Node and on arm64, with a time limit', () => {
    const rule = z.object({
      Runtime: z.literal('nodejs24.x'),
      Architectures: z.tuple([z.literal('arm64')]),
      Timeout: z.number().max(300),
      MemorySize: z.number().min(256),
    });
    expect(offenders('AWS::Lambda::Function', rule)).toEqual([]);
  });

  it('has a role and a log group of its own', () => {
    expect(new Set(functions.map(({ Role }) => Role)).size).toBe(functions.length);
    expect(new Set(functions.map(({ LoggingConfig }) => LoggingConfig.LogGroup)).size).toBe(functions.length);
    expect(offenders('AWS::Logs::LogGroup', z.object({ RetentionInDays: z.number() }))).toEqual([]);
  });

  it('gets exactly the environment that its schema requires', () => {
    expect(functions.map(({ folder }) => folder).toSorted()).toEqual([...envs.keys()].toSorted());
    for (const { stack, folder, Environment } of functions) {
      const { NODE_OPTIONS, METRICS_NAMESPACE, ...given } = Environment.Variables;
      const variables = Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, plausible(value)]),
      );
      expect(METRICS_NAMESPACE).toBe(`Sluice/${stack}`);
      expect(NODE_OPTIONS).toBe('--enable-source-maps');
      expect(envs.get(folder)?.strict().safeParse(variables).error, folder).toBeUndefined();
    }
  });

  it('may deliver webhooks to its own machine in no template (invariant 18)', () => {
    const allowing = Object.entries(templates.texts).filter(([, text]) => text.includes('ALLOW_LOOPBACK'));
    expect(allowing.map(([stack]) => stack)).toEqual([]);
    expect(Object.keys(envs.get('deliver-webhooks')?.shape ?? {})).toContain('WEBHOOKS_ALLOW_LOOPBACK');
  });

  it('times out before the gateway stops waiting', () => {
    const behindGateway = functions.filter(({ folder }) => folder.endsWith('-api'));
    expect(behindGateway).toHaveLength(3);
    for (const { Timeout } of behindGateway) expect(Timeout).toBeLessThan(30);
  });

  it('times out well after its calls of the service', () => {
    for (const folder of ['submit-batch', 'track-run']) {
      const handler = readFileSync(new URL(`../functions/${folder}/handler.ts`, import.meta.url), 'utf8');
      const stated = /timeoutMs: ([\d_]+)/.exec(handler)?.[1]?.replaceAll('_', '');
      const ends = functions.find((fn) => fn.folder === folder)?.Timeout ?? 0;
      expect(ends * 1000, folder).toBeGreaterThanOrEqual(Number(stated) + 10_000);
    }
  });
});

const taskSchema = z.object({
  Type: z.literal('Task'),
  Resource: z.string(),
  TimeoutSeconds: z.number(),
  Retry: z.array(
    z.object({ ErrorEquals: z.array(z.string()), MaxAttempts: z.number(), BackoffRate: z.number() }),
  ),
  Catch: z.never().optional(),
});
const waitSchema = z.object({ Type: z.literal('Wait'), SecondsPath: z.literal('$.waitSeconds') });
const choiceSchema = z.object({
  Type: z.literal('Choice'),
  Choices: z.array(z.object({ Variable: z.literal('$.next'), StringEquals: z.string(), Next: z.string() })),
  Default: z.never().optional(),
});
const endSchema = z.object({ Type: z.literal('Succeed') });
const definitionSchema = z.object({
  StartAt: z.literal('Poll outcomes'),
  TimeoutSeconds: z.number(),
  QueryLanguage: z.never().optional(),
  States: z.object({
    'Poll outcomes': taskSchema,
    'Choose what follows': choiceSchema,
    Wait: waitSchema.extend({ Next: z.literal('Poll outcomes') }),
    'Report the end': taskSchema.extend({ Next: z.literal('Choose what follows') }),
    Done: endSchema,
  }),
});
const machineSchema = z.object({
  DefinitionString: z.string().transform((text) => definitionSchema.parse(JSON.parse(text))),
  StateMachineType: z.literal('STANDARD'),
  LoggingConfiguration: z.object({ Level: z.literal('ALL'), IncludeExecutionData: z.literal(false) }),
  TracingConfiguration: z.object({ Enabled: z.literal(true) }),
});

const machines = parsed('AWS::StepFunctions::StateMachine', machineSchema, '/Tracking/');
const [machine] = machines;
const { States: states, TimeoutSeconds } = machine!.DefinitionString;

describe('the tracking machine', () => {
  it('exists once, logs everything but the data of executions (invariant 15), and is traced', () => {
    expect(machines).toHaveLength(1);
  });

  it('polls, waits for the time in its state and polls again, or reports, or ends', () => {
    expect(
      states['Choose what follows'].Choices.map(({ StringEquals, Next }) => [StringEquals, Next]),
    ).toEqual([
      ['wait', 'Wait'],
      ['report', 'Report the end'],
      ['done', 'Done'],
    ]);
  });

  it('ends in bounded time, however long it waits (invariant 12)', () => {
    expect(TimeoutSeconds).toBeLessThanOrEqual(7 * 86_400);
  });

  it('gives each task more time than its function has, and retries it', () => {
    const timeouts = new Map(functions.map(({ id, Timeout }) => [`<${id}>:1`, Timeout]));
    for (const { Resource, TimeoutSeconds: limit, Retry } of [
      states['Poll outcomes'],
      states['Report the end'],
    ]) {
      expect(limit).toBeGreaterThan(
        timeouts.get(Resource.split(':function:')[1] ?? '') ?? Number.POSITIVE_INFINITY,
      );
      expect(Retry.flatMap(({ ErrorEquals }) => ErrorEquals)).toContain('Lambda.ServiceException');
      expect(Retry.at(-1)?.ErrorEquals).toEqual(['States.ALL']);
    }
  });
});
