import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stageNamed, type Stage } from './stages.ts';
import { offenders, ofType, propertiesAs } from './testing/offenders.ts';
import { templatesOf, unbundledApp } from './testing/templates.ts';

const templates = templatesOf(unbundledApp());
const runbook = readFileSync(new URL('../docs/runbook.md', import.meta.url), 'utf8');
const deploying = readFileSync(new URL('../docs/deploying.md', import.meta.url), 'utf8');

const alarmSchema = z.object({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.string()).min(1),
  MetricName: z.string(),
  Threshold: z.number(),
});
const alarms = ofType(templates, 'AWS::CloudWatch::Alarm').map((alarm) => {
  const properties = propertiesAs(templates, alarm, alarmSchema);
  return { ...properties, heading: properties.AlarmName.replace(`${alarm.stack}-`, '') };
});

describe('every alarm', () => {
  it('says in a sentence whom it hurts, and where the runbook goes on', () => {
    for (const { AlarmDescription, heading } of alarms)
      expect(AlarmDescription).toMatch(
        new RegExp(`^[A-Z].{40,}\\. What to do: docs/runbook\\.md#${heading}$`),
      );
  });

  it('has a heading in the runbook, and every heading there an alarm', () => {
    const headings = [...runbook.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading ?? '');
    expect(headings.toSorted()).toEqual(alarms.map(({ heading }) => heading).toSorted());
  });

  it('rings at the first dead letter', () => {
    const deadLetters = alarms.filter(({ heading }) => heading.endsWith('-dead-letters'));
    expect(deadLetters.map(({ heading }) => heading).toSorted()).toEqual([
      'arrivals-dead-letters',
      'batches-dead-letters',
      'changes-dead-letters',
      'deliveries-dead-letters',
      'imports-dead-letters',
      'mail-events-dead-letters',
      'migrations-dead-letters',
    ]);
    for (const { Threshold, MetricName } of deadLetters) {
      expect(Threshold).toBe(1);
      expect(MetricName).toBe('ApproximateNumberOfMessagesVisible');
    }
  });

  it('may be published, and is heard by somebody', () => {
    const published = z.object({
      PolicyDocument: z.object({
        Statement: z
          .array(z.unknown())
          .refine((all) => /cloudwatch\.amazonaws\.com|ses\.amazonaws\.com/.test(JSON.stringify(all)), {
            error: 'lets neither alarms publish nor SES',
          }),
      }),
    });
    expect(offenders(templates, 'AWS::SNS::TopicPolicy', published)).toEqual([]);
    expect(
      ofType(templates, 'AWS::SNS::Subscription')
        .map(({ stack }) => stack)
        .toSorted(),
    ).toEqual(['BulkImportStack', 'BulkImportStack', 'DataAccessStack']);
  });
});

describe('docs/deploying.md', () => {
  it('names only outputs that the stacks have', () => {
    const mentioned = quoted(/`((?:BulkImportStack|DataAccessStack)\.\w+)`/g);
    expect(mentioned.length).toBeGreaterThan(3);
    expect(mentioned.filter((name) => !templates.outputs.has(name))).toEqual([]);
  });

  it('explains every setting of a stage, and no other', () => {
    const { service, mail, migrations, keep, ...single } = stageNamed('default');
    const groups = Object.entries({ service: { url: '', ...service }, mail, migrations, keep });
    const nested = groups.flatMap(([group, members]) =>
      Object.keys(members).map((name) => `${group}.${name}`),
    );
    expect(quoted(/^\| `([\w.]+)`\s+\|/gm).toSorted()).toEqual(
      [...Object.keys(single), ...nested].toSorted(),
    );
  });
});

describe('a stage', () => {
  it('is refused by name when there is none', () => {
    expect(() => stageNamed('prod-typo')).toThrow(
      'No stage is called prod-typo: infra/stages.ts has default',
    );
  });

  it("that names somebody else's server has no service of its own", () => {
    const stage: Stage = {
      ...stageNamed('default'),
      suffix: '-county',
      service: { url: 'https://records.example.org/api', idempotencyKey: false, reservePercent: 25 },
    };
    const { texts, resources } = templatesOf(unbundledApp(stage));
    expect(Object.keys(texts)).toEqual(['BulkImportStack-county']);
    expect(texts['BulkImportStack-county']).not.toContain('Fn::ImportValue');
    const submit = resources.find(
      ({ type, path }) => type === 'AWS::Lambda::Function' && path.includes('SubmitBatch'),
    );
    expect(submit?.properties).toMatchObject({
      Environment: {
        Variables: {
          SERVICE_URL: 'https://records.example.org/api',
          SERVICE_IDEMPOTENCY_KEY: 'false',
          SERVICE_RESERVE_PERCENT: '25',
        },
      },
    });
  });
});

function quoted(pattern: RegExp): string[] {
  return [...deploying.matchAll(pattern)].map(([, name]) => name ?? '');
}
