import type { ApprovalSettings } from '@sluice/functions/read-drop/env';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Lock } from './constructs/audit-bucket.ts';
import type { KeptDays } from './retention.ts';

/** The settings of an installation, as plain data. */
export interface Stage {
  /** Added to the names of both stacks, so that stages can share an account; at most 14 characters, none by default. */
  readonly suffix: string;
  readonly service: {
    /** Base URL of somebody else's server of the interface. Absent: ours, from this app. */
    readonly url?: string;
    /** Whether `url` is the `ServiceUrl` of another stage in this account and region: the flow then signs its undos. */
    readonly ours?: boolean;
    /** Whether that server takes an `Idempotency-Key`, an extension of the interface. Ours does. */
    readonly idempotencyKey: boolean;
    /** Where that server undoes imports, if it can: a path like our `/undo`. The secret then has a `controlToken`. */
    readonly revertUrl?: string;
    /** Per cent of its hourly limit that the flow leaves to others who use the same token, from 0 to 90. */
    readonly reservePercent: number;
  };
  readonly mail: {
    /** The sender of the mails about drops. */
    readonly flowFrom: string;
    /** The sender of the service's own notices about imports; another address than `flowFrom` if the stacks create both. */
    readonly serviceFrom: string;
    /**
     * `create`: each stack creates the SES identity of its sender, of which an account and region has one. `existing`: both
     * addresses, or their domains, are verified already, as by another stage.
     */
    readonly identities: 'create' | 'existing';
    /** Receive the mail about a drop that names no address. */
    readonly defaultTo: readonly string[];
    readonly alarmsTo: readonly string[];
  };
  /** When a person must approve a run, besides what its profile says, and who may. */
  readonly approval: ApprovalSettings;
  readonly migrations: {
    /** Where their files may be besides `migrations/` in the drop bucket. Such a bucket must let this account read. */
    readonly sources: readonly { readonly bucket: string; readonly prefix: string }[];
  };
  readonly keep: {
    readonly logs: RetentionDays;
    /** Days that objects are kept, by class. The ledger is kept for ever. */
    readonly days: KeptDays;
    /** Days that what was replaced or deleted is kept in addition, except drops: they are kept their own time again. */
    readonly replaced: number;
    /** How long no one may delete or change a seal of the history. */
    readonly seals: Lock;
    /** Days that the access logs of buckets are kept. */
    readonly accessLogs: number;
  };
  /** ARNs of the KMS keys by which drops, profiles and sources of migrations may be encrypted, besides the keys of S3 itself. */
  readonly kmsKeys: readonly string[];
  /** How many invocations work at once, 2 or more. */
  readonly workers: {
    readonly reading: number;
    readonly submission: number;
    readonly imports: number;
    readonly webhooks: number;
  };
  /**
   * How many requests to the service and to its control panel are answered at once. Reserved: a flood of one neither takes the
   * other's functions nor those that import. The account needs a quota of concurrent executions of 100 more than both.
   */
  readonly reserved: { readonly operations?: number; readonly panel?: number };
  /** Requests per second to each HTTP API. The service itself limits the calls of a token per hour. */
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
  /** The address of the runbook; alarms link into it. */
  readonly runbook: string;
}

const byDefault: Stage = {
  suffix: '',
  service: { idempotencyKey: true, reservePercent: 10 },
  mail: {
    flowFrom: 'sluice@example.com',
    serviceFrom: 'service@example.com',
    identities: 'create',
    defaultTo: ['ops@example.com'],
    alarmsTo: ['ops@example.com'],
  },
  approval: {
    dropsWithoutProfile: 'accept',
    guardRails: { mostDeleted: 0 },
    guardRailsForProfiles: false,
    secondPerson: false,
  },
  migrations: { sources: [] },
  keep: {
    logs: RetentionDays.THREE_MONTHS,
    days: { drops: 30, runs: 120, bodies: 30, previews: 90, images: 90, changes: 30, deliveries: 30 },
    replaced: 7,
    seals: { mode: 'governance', years: 7 },
    accessLogs: 90,
  },
  kmsKeys: [],
  workers: { reading: 2, submission: 5, imports: 5, webhooks: 5 },
  reserved: { operations: 100, panel: 5 },
  throttle: { rateLimit: 200, burstLimit: 400 },
  runbook: 'docs/runbook.md',
};

/** By the name in `cdk deploy --context stage=NAME`. */
const stages = new Map<string, Stage>([['default', byDefault]]);

export function stageNamed(name: string): Stage {
  const stage = stages.get(name);
  if (stage) return stage;
  throw new Error(`No stage is called ${name}: infra/stages.ts has ${[...stages.keys()].join(', ')}`);
}
