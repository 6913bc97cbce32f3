import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { flowMetrics } from '@sluice/flow/measure/metrics';
import { everyMetrics, metricNames, metricsNamespace, serviceMetrics } from '@sluice/functions/metrics';
import { stageOf, type Stage } from './settings/settings.ts';
import { offenders, ofType, parsed } from './testing/offenders.ts';
import { templates } from './testing/default-templates.ts';
import { templatesOf, unbundledApp, type Templates } from './testing/templates.ts';

const runbook = readFileSync(new URL('../docs/runbook.md', import.meta.url), 'utf8');
const deploying = readFileSync(new URL('../docs/deploying.md', import.meta.url), 'utf8');

const alarmSchema = z.object({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.string()).min(1),
  /** Absent where an expression combines several. */
  MetricName: z.string().optional(),
  Namespace: z.string().optional(),
  Threshold: z.number(),
});
/** Each metric of a graph is a row: namespace, name, dimensions, options. */
const dashboardSchema = z.object({
  widgets: z.array(
    z.object({ properties: z.looseObject({ metrics: z.array(z.array(z.unknown())).optional() }) }),
  ),
});
const dashboarded = [
  'AWS::ApiGatewayV2::Api',
  'AWS::CloudWatch::Alarm',
  'AWS::DynamoDB::Table',
  'AWS::Lambda::Function',
  'AWS::SQS::Queue',
  'AWS::StepFunctions::StateMachine',
];

const alarms = parsed('AWS::CloudWatch::Alarm', alarmSchema).map((alarm) => ({
  ...alarm,
  heading: alarm.AlarmName.replace(`${alarm.stack}-`, ''),
}));

describe('every alarm', () => {
  it('states in a sentence who is affected, and links the runbook', () => {
    for (const { AlarmDescription, heading } of alarms)
      expect(AlarmDescription).toMatch(
        new RegExp(`^[A-Z].{40,}\\. What to do: docs/runbook\\.md#${heading}$`),
      );
  });

  it('has a heading in the runbook, and every heading has an alarm', () => {
    const headings = [...runbook.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading ?? '');
    expect(headings.toSorted()).toEqual(alarms.map(({ heading }) => heading).toSorted());
  });

  it('fires at the first dead letter', () => {
    const deadLetters = alarms.filter(({ heading }) => heading.endsWith('-dead-letters'));
    expect(deadLetters.map(({ heading }) => heading).toSorted()).toEqual([
      'arrivals-dead-letters',
      'batches-dead-letters',
      'changes-dead-letters',
      'deliveries-dead-letters',
      'imports-dead-letters',
      'mail-events-dead-letters',
      'migrations-dead-letters',
      'reverts-dead-letters',
    ]);
    for (const { Threshold, MetricName } of deadLetters) {
      expect(Threshold).toBe(1);
      expect(MetricName).toBe('ApproximateNumberOfMessagesVisible');
    }
  });

  it('may be published, and has a subscriber', () => {
    const published = z.object({
      PolicyDocument: z.object({
        Statement: z
          .array(z.unknown())
          .refine((all) => /cloudwatch\.amazonaws\.com|ses\.amazonaws\.com/.test(JSON.stringify(all)), {
            error: 'lets neither alarms publish nor SES',
          }),
      }),
    });
    expect(offenders('AWS::SNS::TopicPolicy', published)).toEqual([]);
    expect(
      ofType('AWS::SNS::Subscription')
        .map(({ stack }) => stack)
        .toSorted(),
    ).toEqual(['BulkImportStack', 'BulkImportStack', 'DataAccessStack']);
  });
});

describe('every metric', () => {
  const dashboards = parsed(
    'AWS::CloudWatch::Dashboard',
    z.object({
      DashboardName: z.string(),
      DashboardBody: z.string().transform((text) => dashboardSchema.parse(JSON.parse(text))),
    }),
  );
  const shownIn = (stack: string) =>
    dashboards
      .filter((dashboard) => dashboard.stack === stack)
      .flatMap(({ DashboardBody }) => DashboardBody.widgets)
      .flatMap(({ properties }) => properties.metrics ?? [])
      .filter(([namespace]) => namespace === metricsNamespace(stack))
      .map(([, name]) => name);

  it('is once on the dashboard of each stack that measures it', () => {
    const namesOf = (measured: object) => Object.keys({ ...measured, ...everyMetrics }).toSorted();
    expect(shownIn('BulkImportStack').toSorted()).toEqual(namesOf(flowMetrics));
    expect(shownIn('DataAccessStack').toSorted()).toEqual(namesOf(serviceMetrics));
  });

  it('that has an alarm is measured by our code or by AWS', () => {
    const ours = alarms.flatMap(({ stack, Namespace, MetricName = '' }) =>
      Namespace === metricsNamespace(stack) ? [MetricName] : [],
    );
    // Metrics counted from log lines have the name of the line.
    const measured = ours.filter((name) => /^[A-Z]/.test(name));
    expect(measured.length).toBeGreaterThan(7);
    expect(measured.filter((name) => !metricNames.some((known) => known === name))).toEqual([]);
  });

  it('shares its dashboard with every function, queue, table, machine, gateway and alarm of the stack', () => {
    for (const { stack, DashboardName, DashboardBody } of dashboards) {
      expect(DashboardName).toBe(stack);
      const shown = JSON.stringify(DashboardBody);
      const parts = templates.resources.filter(
        (one) => one.stack === stack && dashboarded.includes(one.type) && !one.path.includes('Custom'),
      );
      expect(parts.length).toBeGreaterThan(8);
      expect(parts.filter(({ id }) => !shown.includes(`<${id}`)).map(({ path }) => path)).toEqual([]);
      expect(shown).toContain('docs/runbook.md');
    }
  });
});

describe('docs/deploying.md', () => {
  it('names only outputs that the stacks have', () => {
    const mentioned = quoted(/`((?:BulkImportStack|DataAccessStack)\.\w+)`/g);
    expect(mentioned.length).toBeGreaterThan(3);
    expect(mentioned.filter((name) => !templates.outputs.has(name))).toEqual([]);
  });
});

describe('a stage', () => {
  it('gives its approval settings to the function that reads drops; by default deletions ask', () => {
    const approvalIn = ({ resources }: Templates) => {
      const [readDrop] = resources.filter(
        ({ type, path }) => type === 'AWS::Lambda::Function' && path.includes('/ReadDrop/'),
      );
      const schema = z.object({ Environment: z.object({ Variables: z.object({ APPROVAL: z.string() }) }) });
      return JSON.parse(schema.parse(readDrop?.properties).Environment.Variables.APPROVAL) as unknown;
    };
    const byDefault = {
      dropsWithoutProfile: 'accept',
      guardRails: { mostDeleted: 0 },
      guardRailsForProfiles: false,
      secondPerson: false,
    } as const;
    expect(approvalIn(templates)).toEqual(byDefault);
    const approval = { ...byDefault, dropsWithoutProfile: 'reject', secondPerson: true } as const;
    const strict = templatesOf(unbundledApp({ ...stageOf({}), approval }));
    expect(approvalIn(strict)).toEqual(approval);
  });

  it("with somebody else's server has no service stack", () => {
    const stage: Stage = {
      ...stageOf({}),
      suffix: '-county',
      service: { url: 'https://records.example.org/api', reservePercent: 25 },
    };
    const { texts, resources } = templatesOf(unbundledApp(stage));
    expect(Object.keys(texts)).toEqual(['BulkImportStack-county']);
    expect(texts['BulkImportStack-county']).not.toContain('Fn::ImportValue');
    expect(texts['BulkImportStack-county']).not.toContain('RecordRevert');
    const submit = resources.find(
      ({ type, path }) => type === 'AWS::Lambda::Function' && path.includes('SubmitBatch'),
    );
    expect(submit?.properties).toMatchObject({
      Environment: {
        Variables: {
          SERVICE_URL: 'https://records.example.org/api',
          // A repeat without a key could overwrite what others changed.
          SERVICE_IDEMPOTENCY_KEY: 'false',
          SERVICE_EXPECTATIONS: 'false',
          SERVICE_RESERVE_PERCENT: '25',
        },
      },
    });
  });
});

function quoted(pattern: RegExp): string[] {
  return [...deploying.matchAll(pattern)].map(([, name]) => name ?? '');
}
