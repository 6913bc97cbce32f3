import { readFileSync } from 'node:fs';
import { actOnMigrationEnv } from '@sluice/functions/act-on-migration/env';
import { actOnRunEnv } from '@sluice/functions/act-on-run/env';
import { controlApiEnv } from '@sluice/functions/control-api/env';
import { dataApiEnv } from '@sluice/functions/data-api/env';
import { deliverWebhooksEnv } from '@sluice/functions/deliver-webhooks/env';
import { historyApiEnv } from '@sluice/functions/history-api/env';
import { readDropEnv } from '@sluice/functions/read-drop/env';
import { recordMailEventEnv } from '@sluice/functions/record-mail-event/env';
import { redriveEnv } from '@sluice/functions/redrive/env';
import { reportRunEnv } from '@sluice/functions/report-run/env';
import { runImportEnv } from '@sluice/functions/run-import/env';
import { sealHistoryEnv } from '@sluice/functions/seal-history/env';
import { runMigrationEnv } from '@sluice/functions/run-migration/env';
import { scheduleMigrationEnv } from '@sluice/functions/schedule-migration/env';
import { submitBatchEnv } from '@sluice/functions/submit-batch/env';
import { sweepEnv } from '@sluice/functions/sweep/env';
import { trackRunEnv } from '@sluice/functions/track-run/env';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { offenders, ofType, propertiesAs } from './testing/offenders.ts';
import { templatesOf, unbundledApp } from './testing/templates.ts';

const templates = templatesOf(unbundledApp());

/** By the construct that makes the function. */
const envs: Readonly<Record<string, z.ZodObject>> = {
  'BulkImportStack/Reading/ReadDrop': readDropEnv,
  'BulkImportStack/Submission/SubmitBatch': submitBatchEnv,
  'BulkImportStack/Tracking/TrackRun': trackRunEnv,
  'BulkImportStack/Reporting/ReportRun': reportRunEnv,
  'BulkImportStack/Reporting/MailEvents/RecordMailEvent': recordMailEventEnv,
  'BulkImportStack/Migrations/RunMigration': runMigrationEnv,
  'BulkImportStack/Migrations/ScheduleMigration': scheduleMigrationEnv,
  'BulkImportStack/Migrations/ActOnMigration': actOnMigrationEnv,
  'BulkImportStack/Sweep/Sweep': sweepEnv,
  'BulkImportStack/Sealing/SealHistory': sealHistoryEnv,
  'BulkImportStack/History/HistoryApi': historyApiEnv,
  'BulkImportStack/History/ActOnRun': actOnRunEnv,
  'BulkImportStack/History/Redrive': redriveEnv,
  'DataAccessStack/DataApi/DataApi': dataApiEnv,
  'DataAccessStack/DataApi/ControlApi': controlApiEnv,
  'DataAccessStack/ImportEngine/RunImport': runImportEnv,
  'DataAccessStack/WebhookDelivery/DeliverWebhooks': deliverWebhooksEnv,
};

const functionSchema = z.object({
  Role: z.string(),
  Timeout: z.number(),
  LoggingConfig: z.object({ LogGroup: z.string() }),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
});
const functions = ofType(templates, 'AWS::Lambda::Function').map((fn) => ({
  made: fn.path.replace(/\/Function\/Resource$/, ''),
  ...propertiesAs(templates, fn, functionSchema),
}));

describe('every function', () => {
  it('runs on the newest Node and on arm64, for a stated time', () => {
    const rule = z.object({
      Runtime: z.literal('nodejs24.x'),
      Architectures: z.tuple([z.literal('arm64')]),
      Timeout: z.number().max(300),
      MemorySize: z.number().min(256),
    });
    expect(offenders(templates, 'AWS::Lambda::Function', rule)).toEqual([]);
  });

  it('has a role and a log group of its own', () => {
    expect(new Set(functions.map(({ Role }) => Role)).size).toBe(functions.length);
    expect(new Set(functions.map(({ LoggingConfig }) => LoggingConfig.LogGroup)).size).toBe(functions.length);
    expect(offenders(templates, 'AWS::Logs::LogGroup', z.object({ RetentionInDays: z.number() }))).toEqual(
      [],
    );
  });

  it('is given the environment that its own schema asks for, and nothing more', () => {
    expect(functions.map(({ made }) => made).toSorted()).toEqual(Object.keys(envs).toSorted());
    for (const { made, Environment } of functions) {
      const { NODE_OPTIONS, METRICS_NAMESPACE, ...variables } = Environment.Variables;
      expect(METRICS_NAMESPACE).toBe(`Sluice/${made.split('/')[0]}`);
      expect(NODE_OPTIONS).toBe('--enable-source-maps');
      expect(envs[made]?.strict().safeParse(variables).error, made).toBeUndefined();
    }
  });

  it('is told by no template to bring webhooks to its own machine (invariant 18)', () => {
    const told = Object.entries(templates.texts).filter(([, text]) => text.includes('ALLOW_LOOPBACK'));
    expect(told.map(([stack]) => stack)).toEqual([]);
    expect(Object.keys(deliverWebhooksEnv.shape)).toContain('WEBHOOKS_ALLOW_LOOPBACK');
  });

  it('ends before the gateway stops waiting for it', () => {
    const behindGateway = functions.filter(({ made }) => made.endsWith('Api'));
    expect(behindGateway).toHaveLength(3);
    for (const { Timeout } of behindGateway) expect(Timeout).toBeLessThan(30);
  });

  it('ends well after the calls of the service that it makes have given up', () => {
    const calling = { 'submit-batch': '/SubmitBatch', 'track-run': '/TrackRun' };
    for (const [folder, made] of Object.entries(calling)) {
      const handler = readFileSync(new URL(`../functions/${folder}/handler.ts`, import.meta.url), 'utf8');
      const stated = /timeoutMs: ([\d_]+)/.exec(handler)?.[1]?.replaceAll('_', '');
      const ends = functions.find((fn) => fn.made.endsWith(made))?.Timeout ?? 0;
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
  StartAt: z.literal('Track'),
  TimeoutSeconds: z.number(),
  QueryLanguage: z.never().optional(),
  States: z.object({
    Track: taskSchema,
    Next: choiceSchema,
    Wait: waitSchema.extend({ Next: z.literal('Track') }),
    Report: taskSchema.extend({ Next: z.literal('Next') }),
    Done: endSchema,
  }),
});
const machineSchema = z.object({
  DefinitionString: z.string().transform((text) => definitionSchema.parse(JSON.parse(text))),
  StateMachineType: z.literal('STANDARD'),
  LoggingConfiguration: z.object({ Level: z.literal('ALL'), IncludeExecutionData: z.literal(false) }),
  TracingConfiguration: z.object({ Enabled: z.literal(true) }),
});

const machines = ofType(templates, 'AWS::StepFunctions::StateMachine')
  .filter(({ path }) => path.includes('/Tracking/'))
  .map((machine) => propertiesAs(templates, machine, machineSchema));
const [machine] = machines;
const { States: states, TimeoutSeconds } = machine!.DefinitionString;

describe('the tracking machine', () => {
  it('is one, logs everything but the data of executions (invariant 15), and is traced', () => {
    expect(machines).toHaveLength(1);
  });

  it('asks, waits as long as it was told and asks again, or reports, or ends', () => {
    expect(states.Next.Choices.map(({ StringEquals, Next }) => [StringEquals, Next])).toEqual([
      ['wait', 'Wait'],
      ['report', 'Report'],
      ['done', 'Done'],
    ]);
  });

  it('ends in bounded time, whatever it is told to wait (invariant 12)', () => {
    expect(TimeoutSeconds).toBeLessThanOrEqual(7 * 86_400);
  });

  it('gives each task more time than its function takes, and repeats it when it failed', () => {
    const timeouts = new Map(
      ofType(templates, 'AWS::Lambda::Function').map((fn) => [
        `<${fn.id}.Arn>`,
        propertiesAs(templates, fn, z.object({ Timeout: z.number() })).Timeout,
      ]),
    );
    for (const { Resource, TimeoutSeconds: limit, Retry } of [states.Track, states.Report]) {
      expect(limit).toBeGreaterThan(timeouts.get(Resource) ?? Number.POSITIVE_INFINITY);
      expect(Retry.flatMap(({ ErrorEquals }) => ErrorEquals)).toContain('Lambda.ServiceException');
      expect(Retry.at(-1)?.ErrorEquals).toEqual(['States.ALL']);
    }
  });
});
