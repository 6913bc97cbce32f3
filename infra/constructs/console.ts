import { Construct } from 'constructs';
import { outputsOfDomain } from '../add-outputs.ts';
import { stageAround } from '../sluice-stack.ts';
import type { AccessLogs } from './access-logs.ts';
import { ConsoleApi, type RoutingProps } from './console-api.ts';
import { ConsoleSite } from './console-site.ts';
import { SignIn } from './sign-in.ts';

export interface ConsoleProps extends Omit<RoutingProps, 'consoleUrl' | 'signIn'> {
  readonly accessLogs: AccessLogs;
}

/** Where people drop, check, approve and undo: a page, its API, and who may use it. */
export class Console extends Construct {
  /** For people and tools. */
  readonly outputs: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { accessLogs, ...props }: ConsoleProps) {
    super(scope, id);
    const { throttle, domains } = stageAround(this);
    const api = new ConsoleApi(this, 'Api', { throttle });
    const buckets = [props.drops, props.files];
    const site = new ConsoleSite(this, 'Site', { accessLogs, apiId: api.apiId, buckets });
    const signIn = new SignIn(this, 'SignIn', { consoleUrl: site.url });
    api.route({ ...props, signIn, consoleUrl: site.url });
    for (const bucket of buckets) bucket.openToPages();
    const { target } = site;
    this.outputs = {
      ConsoleUrl: site.url,
      ConsoleUserPool: signIn.userPoolId,
      ...outputsOfDomain('Console', domains.console && { url: site.url, target }),
    };
  }
}
