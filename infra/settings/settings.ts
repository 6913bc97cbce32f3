import { shapeProblem } from '@sluice/contract';
import { readDropEnv } from '@sluice/functions/read-drop/env';
import { packedFolders } from '@sluice/functions/packed-variable';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod';
import {
  account,
  arnOf,
  bucketName,
  email,
  group,
  httpsUrl,
  keyPrefix,
  list,
  moment,
  oneOf,
  tableName,
  textLike,
  wholeNumber,
  yesOrNo,
} from './settings-fields.ts';
import { noticeSettings } from './settings-notices.ts';

const approval = readDropEnv.shape.APPROVAL.out;
const days = (byDefault: number) => wholeNumber(1, 36_500, 'days').default(byDefault);
const workers = (byDefault: number) => wholeNumber(2, 1000, 'invocations').default(byDefault);
const keyOf = (what: string) =>
  arnOf('kms', `the KMS key of ${what}`, 'key/1234abcd-12ab-34cd-56ef-1234567890ab');
const idOf = (what: string, start: string) =>
  textLike(
    new RegExp(`^${start}-(?:[\\da-f]{8}|[\\da-f]{17})$`, 'u'),
    `the id of ${what}`,
    `'${start}-0a1b2c3d'`,
  );
const domain = group({
  name: textLike(/^[a-z\d-]+(?:\.[a-z\d-]+)+$/u, 'a domain name', "'imports.example.org'"),
  certificate: arnOf('acm', 'a certificate', 'certificate/1234abcd-12ab-34cd-56ef-1234567890ab'),
});

/** What exists in the account, or is decided for it. */
const surroundings = {
  /** Where the stacks are deployed; by default where your credentials belong. */
  env: group({
    account: account.optional(),
    region: textLike(/^[a-z]{2}(?:-[a-z]+)+-\d$/u, 'a region', "'eu-west-1'").optional(),
  }).prefault({}),
  /** Tags of both stacks and of all their resources. */
  tags: z.record(z.string(), z.string(), { error: "expected tags, such as { team: 'records' }" }).default({}),
  /** The ARN of the managed policy that limits every role of the stacks. */
  permissionsBoundary: arnOf('iam', 'a managed policy', 'policy/boundary').optional(),
  /** Where the functions run, by ids; outside a VPC by default. */
  vpc: group({
    subnets: list(idOf('a subnet', 'subnet'), 'subnets').pipe(
      z.array(z.string()).min(1, 'expected one or more subnets'),
    ),
    securityGroups: list(idOf('a security group', 'sg'), 'security groups').pipe(
      z.array(z.string()).min(1, 'expected one or more security groups'),
    ),
  }).optional(),
  /** Buckets that exist already, in the place of ours. Their owner encrypts them, and removes what is old. */
  buckets: group({
    /** A drop bucket, and its account if that is another. */
    drops: group({ name: bucketName, account: account.optional() }).optional(),
    /** For what the flow writes. */
    files: group({ name: bucketName }).optional(),
    /** For what the service writes. */
    data: group({ name: bucketName }).optional(),
    /** For the access logs of the other buckets. */
    accessLogs: group({ name: bucketName }).optional(),
  }).prefault({}),
  /** Tables that exist already, in the place of ours, such as those restored from a backup. */
  tables: group({
    ledger: group({
      /** A restored copy of the ledger: keys and indexes must be the same. The table that it replaces stays. */
      name: tableName.optional(),
      /** The time of which the restored ledger has nothing: from the backup until nothing wrote any more. */
      lost: group({ from: moment, until: moment })
        .refine(({ from, until }) => Date.parse(from) <= Date.parse(until), 'expected `from` before `until`')
        .optional(),
    }).prefault({}),
    data: group({
      /** A restored copy of the service's table. */
      name: tableName.optional(),
      /** Write units a second from the first day, never lowered later. AWS charges once for those above 4,000. */
      warmWrites: wholeNumber(4000, 1_000_000, 'write units a second').default(16_000),
    }).prefault({}),
  }).prefault({}),
  /**
   * While a table is restored: no queue is read, the sweep and the sealing rest, the service answers no operation, and no
   * migration starts. The control panel, the history and migrations under way continue.
   */
  paused: yesOrNo.default(false),
  /** ARNs of the KMS keys of what the stacks create, by default keys of AWS; `buckets` without the access logs. */
  encryption: group({
    buckets: keyOf('buckets').optional(),
    tables: keyOf('tables').optional(),
    queues: keyOf('queues').optional(),
    topics: keyOf('topics').optional(),
    secrets: keyOf('secrets').optional(),
  }).prefault({}),
  /**
   * Domain names of your own, and their certificates in ACM: in the region of the stack, for the console in `us-east-1`. The
   * addresses of AWS stay.
   */
  domains: group({
    service: domain.optional(),
    history: domain.optional(),
    console: domain.optional(),
  }).prefault({}),
  /** The page where people drop, check, approve and undo. Without it, they have the command line and S3. */
  console: yesOrNo.default(true),
  /**
   * The folders of the inbox, profiles or a schema and a lookup, into which each group of droppers at the console may drop, such
   * as `{ hr: ['members', 'client/email'] }`. Empty: each into every folder. Operators and admins may drop everywhere.
   */
  dropFolders: packedFolders.out.default({}),
  /**
   * `basic`: an alarm for each fault. `full`: also dashboards, and alarms on what another alarm, a mail or AWS reports too.
   * `none`: neither.
   */
  monitoring: oneOf('basic', 'full', 'none').default('basic'),
  /** ARNs of SNS topics that exist: alarms are published there too. */
  alarmTopics: list(arnOf('sns', 'a topic', 'alarms'), 'topics').default([]),
};

const service = group({
  /** Base URL of somebody else's server of the interface; absent: ours. */
  url: httpsUrl.optional(),
  /** Whether `url` is the service of another stage in this account and region: the flow then signs its undos. */
  ours: yesOrNo.optional(),
  /** Whether that server takes an `Idempotency-Key`; by default only ours does. */
  idempotencyKey: yesOrNo.optional(),
  /** Whether an import there may say what it expects to find; by default only ours does. */
  expectations: yesOrNo.optional(),
  /** Where that server undoes imports, if it can, as our `/undo` does. The secret then has a `controlToken`. */
  revertUrl: httpsUrl.optional(),
  /** Per cent of its hourly limit that the flow leaves to others who use the same token. */
  reservePercent: wholeNumber(0, 90, 'per cent').default(10),
});

const mail = group({
  /** The sender of the mails about drops. */
  flowFrom: email.default('sluice@example.com'),
  /** The sender of the service's own notices; another address than `flowFrom` if the stacks create both. */
  serviceFrom: email.default('service@example.com'),
  /**
   * `create`: each stack creates the SES identity of its sender (one per account and region). `existing`: both addresses, or
   * their domains, are verified in SES already.
   */
  identities: oneOf('create', 'existing').default('create'),
  /** Who receives the mail about a drop that names no address. */
  defaultTo: list(email, 'addresses').default(['ops@example.com']),
  /** Whether mails carry the result sheet, up to 1 MB. Its cells are then in mailboxes, where nobody can erase them. */
  attachResults: yesOrNo.default(false),
  /** Who receives alarms by mail, from a topic that the stack creates; nobody if empty. */
  alarmsTo: list(email, 'addresses').default(['ops@example.com']),
});

const keep = group({
  /** Days that logs are kept, as CloudWatch takes them. */
  logs: z
    .enum(RetentionDays, { error: 'expected days that CloudWatch Logs takes, such as 30, 90 or 365' })
    .default(RetentionDays.THREE_MONTHS),
  /** Days that objects are kept, by class. The ledger is kept for good. */
  days: group({
    drops: days(30),
    runs: days(120),
    bodies: days(30),
    previews: days(90),
    images: days(90),
    writes: days(90),
    changes: days(30),
    deliveries: days(30),
  }).prefault({}),
  /** Days that what was replaced or deleted is kept in addition, except drops: they are kept their own time again. */
  replaced: days(7),
  /** How long nobody may delete a seal or an event of the panel's audit log. */
  seals: group({
    /** `governance`: a special permission may lift the lock. `compliance`: nothing may. */
    mode: oneOf('governance', 'compliance').default('governance'),
    years: wholeNumber(1, 100, 'years').default(7),
  }).prefault({}),
  /** Days that the access logs of buckets are kept. */
  accessLogs: days(90),
});

const allSettings = group({
  /** Added to the names of both stacks, so that stages can share an account; at most 14 characters. */
  suffix: textLike(/^[A-Za-z\d-]{0,14}$/u, 'at most 14 letters, digits and hyphens', "'-prod'").default(''),
  ...surroundings,
  service: service.prefault({}),
  mail: mail.prefault({}),
  notices: noticeSettings.prefault({}),
  links: group({
    /** Days that links in mails open result sheets, plans and undo reports, at most `keep.days.runs`; 0: no links. */
    days: wholeNumber(0, 30, 'days').default(3),
  }).prefault({}),
  approval: approval
    .extend({
      /** `reject`: folders without a profile take no drops. */
      dropsWithoutProfile: oneOf('accept', 'reject').default('accept'),
      /** What a run without a profile may do without approval, as in a profile. What you set replaces all of it. */
      guardRails: approval.shape.guardRails.default({ mostDeleted: 0 }),
      /** Whether these guard rails hold for profiles too, which can then only tighten them. */
      guardRailsForProfiles: approval.shape.guardRailsForProfiles.default(false),
      /** Whether every approval needs a second person. */
      secondPerson: approval.shape.secondPerson.default(false),
    })
    .prefault({}),
  migrations: group({
    /** Where files of migrations may be besides `migrations/` in the drop bucket. Such a bucket must let this account read. */
    sources: list(group({ bucket: bucketName, prefix: keyPrefix }), 'buckets and prefixes').default([]),
  }).prefault({}),
  keep: keep.prefault({}),
  /** ARNs of the KMS keys that may encrypt drops, profiles and sources of migrations, besides the keys of S3. */
  kmsKeys: list(keyOf('drops'), 'ARNs of keys').default([]),
  /** How many invocations work at once; `webhooks` for each of its two queues. */
  workers: group({
    reading: workers(2),
    submission: workers(5),
    imports: workers(5),
    webhooks: workers(5),
  }).prefault({}),
  /**
   * How many requests to the service, its control panel and the links in mails are answered at once. What you set replaces all
   * three. The account needs a quota of concurrent executions of 100 more than all of them; else set `{}`.
   */
  reserved: group({
    operations: wholeNumber(1, 10_000, 'requests').optional(),
    panel: wholeNumber(1, 10_000, 'requests').optional(),
    links: wholeNumber(1, 10_000, 'requests').optional(),
  }).default({ operations: 100, panel: 5, links: 2 }),
  /** Requests per second to each HTTP API, and at once. */
  throttle: group({
    rateLimit: wholeNumber(1, 10_000, 'requests').default(200),
    burstLimit: wholeNumber(1, 5000, 'requests').default(400),
  }).prefault({}),
  /** Where your people read the runbook; alarms link into it. */
  runbook: z.string().default('docs/runbook.md'),
});

/** The settings of an installation, as plain data. Each has a default. */
export const stageSchema = allSettings.superRefine(
  ({ console, dropFolders, links, keep, mail, service }, { addIssue }) => {
    if (!console && Object.keys(dropFolders).length > 0)
      addIssue({
        code: 'custom',
        path: ['dropFolders'],
        message: 'expected console: true, or no folders: without a console IAM alone says who may drop where',
      });
    if (mail.identities === 'create' && mail.flowFrom === mail.serviceFrom && service.url === undefined)
      addIssue({
        code: 'custom',
        path: ['mail', 'serviceFrom'],
        message: `expected another address than mail.flowFrom, since each stack creates its own sender, or mail.identities: 'existing'; got ${mail.serviceFrom}`,
      });
    if (links.days > keep.days.runs)
      addIssue({
        code: 'custom',
        path: ['links', 'days'],
        message: `expected at most the ${keep.days.runs} days of keep.days.runs, after which the files are gone; got ${links.days}`,
      });
  },
);

/** All settings of a stage. */
export type Stage = z.output<typeof stageSchema>;
/** What somebody sets of them; the rest is as by default. */
export type StageSettings = z.input<typeof stageSchema>;

/** @param where names the settings in an error: a file and a stage. @throws with what was expected of each wrong setting */
export function stageOf(
  settings: StageSettings | Readonly<Record<string, unknown>>,
  where = 'settings',
): Stage {
  const { data, error } = stageSchema.safeParse(settings);
  if (data) return data;
  const wrong = error.issues.map((issue) => {
    const input = issue.path.reduce<unknown>((value, part) => Object(value)[part] as unknown, settings);
    return `  ${[where, ...issue.path].join('.')}: ${shapeProblem(issue, input)}`;
  });
  throw new Error(`Wrong settings:\n${wrong.join('\n')}`);
}
