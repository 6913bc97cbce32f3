import { Construct } from 'constructs';
import { outputsOfDomain } from '../stack/add-outputs.ts';
import { stageAround } from '../stack/sluice-stack.ts';
import type { AccessLogs } from './access-logs.ts';
import { ConsoleApi } from './console-api.ts';
import { ConsoleSite } from './console-site.ts';
import type { FlowParts } from './flow-parts.ts';
import type { History } from './history.ts';
import type { Migrations } from './migrations.ts';
import { SignIn } from './sign-in.ts';
import type { Uploading } from './uploading.ts';

export interface ConsoleProps extends Pick<FlowParts, 'drops' | 'files'> {
  readonly accessLogs: AccessLogs;
}

export interface ConsoleParts extends Pick<FlowParts, 'drops' | 'files' | 'ledger' | 'service'> {
  readonly history: Pick<History, 'historyApi' | 'actOnRun'>;
  readonly migrations: Pick<Migrations, 'actOnMigration'>;
  readonly uploading: Uploading;
}

/** Where people drop, check, approve and undo: a page, its API, and who may use it. */
export class Console extends Construct {
  /** Without a slash at its end. */
  readonly url: string;
  readonly #api: ConsoleApi;
  readonly #site: ConsoleSite;

  constructor(scope: Construct, id: string, { accessLogs, drops, files }: ConsoleProps) {
    super(scope, id);
    const buckets = [drops, files];
    this.#api = new ConsoleApi(this, 'Api', { throttle: stageAround(this).throttle });
    this.#site = new ConsoleSite(this, 'Site', { accessLogs, apiId: this.#api.apiId, buckets });
    this.url = this.#site.url;
    for (const bucket of buckets) bucket.openToPages();
  }

  /** Puts the API before the functions of the flow, which name the page in their mails. @returns what people and tools need */
  serve({ history, migrations, uploading, ...props }: ConsoleParts): Readonly<Record<string, string>> {
    const { url } = this;
    const signIn = new SignIn(this, 'SignIn', { consoleUrl: url });
    const { historyApi, actOnRun } = history;
    const { actOnMigration } = migrations;
    const { items, signUpload } = uploading;
    const others = { historyApi, actOnRun, actOnMigration, signUpload };
    this.#api.route({ ...props, items, others, signIn, consoleUrl: url });
    const { console: domain } = stageAround(this).domains;
    return {
      ConsoleUrl: url,
      ConsoleUserPool: signIn.userPoolId,
      ...outputsOfDomain('Console', domain && { url, target: this.#site.target }),
    };
  }
}
