import { Construct } from 'constructs';
import { outputsOfDomain } from '../add-outputs.ts';
import { stageAround } from '../sluice-stack.ts';
import type { AccessLogs } from './access-logs.ts';
import { ConsoleApi } from './console-api.ts';
import { ConsoleSite } from './console-site.ts';
import type { FlowParts } from './flow-parts.ts';
import type { History } from './history.ts';
import type { Migrations } from './migrations.ts';
import { SignIn } from './sign-in.ts';
import type { Uploading } from './uploading.ts';

export interface ConsoleProps extends Pick<FlowParts, 'drops' | 'files' | 'ledger' | 'service'> {
  readonly accessLogs: AccessLogs;
  readonly history: Pick<History, 'historyApi' | 'actOnRun'>;
  readonly migrations: Pick<Migrations, 'actOnMigration'>;
  readonly uploading: Uploading;
}

/** Where people drop, check, approve and undo: a page, its API, and who may use it. */
export class Console extends Construct {
  /** For people and tools. */
  readonly outputs: Readonly<Record<string, string>>;

  constructor(
    scope: Construct,
    id: string,
    { accessLogs, history, migrations, uploading, ...props }: ConsoleProps,
  ) {
    super(scope, id);
    const { throttle, domains } = stageAround(this);
    const api = new ConsoleApi(this, 'Api', { throttle });
    const buckets = [props.drops, props.files];
    const site = new ConsoleSite(this, 'Site', { accessLogs, apiId: api.apiId, buckets });
    const signIn = new SignIn(this, 'SignIn', { consoleUrl: site.url });
    const { historyApi, actOnRun } = history;
    const { actOnMigration } = migrations;
    const { items, signUpload } = uploading;
    const others = { historyApi, actOnRun, actOnMigration, signUpload };
    api.route({ ...props, items, others, signIn, consoleUrl: site.url });
    for (const bucket of buckets) bucket.openToPages();
    const { target } = site;
    this.outputs = {
      ConsoleUrl: site.url,
      ConsoleUserPool: signIn.userPoolId,
      ...outputsOfDomain('Console', domains.console && { url: site.url, target }),
    };
  }
}
