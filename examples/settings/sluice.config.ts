import { defineConfig } from '@sluice/infra';

const account = '123456789012';
const key = `arn:aws:kms:eu-west-1:${account}:key/1234abcd-12ab-34cd-56ef-1234567890ab`;
const certificate = `arn:aws:acm:eu-west-1:${account}:certificate/1234abcd-12ab-34cd-56ef-1234567890ab`;

/** Two stages: a trial with little of its own, and everything that the account of a team may decide. */
export default defineConfig({
  trial: {
    suffix: '-trial',
    mail: {
      flowFrom: 'imports-trial@example.org',
      serviceFrom: 'records-trial@example.org',
      defaultTo: ['team@example.org'],
      alarmsTo: ['team@example.org'],
    },
    monitoring: 'none',
    tables: { data: { warmWrites: 4000 } },
  },
  prod: {
    env: { account, region: 'eu-west-1' },
    tags: { team: 'records', 'cost-center': '4711' },
    permissionsBoundary: `arn:aws:iam::${account}:policy/boundary`,
    vpc: { subnets: ['subnet-0a1b2c3d', 'subnet-1a2b3c4d'], securityGroups: ['sg-0a1b2c3d'] },
    buckets: {
      drops: { name: 'county-drops', account: '210987654321' },
      files: { name: 'county-import-files' },
      data: { name: 'county-import-data' },
      accessLogs: { name: 'county-access-logs' },
    },
    encryption: { buckets: key, tables: key, queues: key, topics: key, secrets: key },
    kmsKeys: ['arn:aws:kms:eu-west-1:210987654321:key/4321abcd-12ab-34cd-56ef-1234567890ab'],
    domains: {
      service: { name: 'records.example.org', certificate },
      history: { name: 'imports.example.org', certificate },
    },
    mail: {
      flowFrom: 'imports@example.org',
      serviceFrom: 'records@example.org',
      identities: 'existing',
      defaultTo: ['team@example.org'],
      alarmsTo: [],
    },
    notices: {
      dropper: { domains: ['example.org'] },
      channels: {
        'ops-chat': {
          kind: 'slack',
          secret: `arn:aws:secretsmanager:eu-west-1:${account}:secret:sluice/ops-chat-1a2B3c`,
          events: ['run.failed', 'run.needs_decision', 'migration.failed', 'migration.failed_and_undone'],
        },
        imports: { kind: 'topic', topic: `arn:aws:sns:eu-west-1:${account}:imports`, key },
      },
    },
    monitoring: 'basic',
    alarmTopics: [`arn:aws:sns:eu-west-1:${account}:alarms`],
    dropFolders: { hr: ['members', 'client/email'] },
    approval: { dropsWithoutProfile: 'reject', secondPerson: true },
    keep: { logs: 365, days: { drops: 60 }, seals: { mode: 'compliance', years: 10 } },
    workers: { imports: 10, submission: 10 },
    runbook: 'https://wiki.example.org/sluice/runbook.md',
  },
});
