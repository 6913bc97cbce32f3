import type { LinkSettings } from '@sluice/functions/env-fields';
import { openLinkEnv } from '@sluice/functions/open-link/env';
import { Duration } from 'aws-cdk-lib';
import { HttpMethod, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';
import { stageAround } from '../stack/sluice-stack.ts';
import { acknowledge } from './acknowledge.ts';
import type { FilesBucket } from './files-bucket.ts';
import { setting, type Grant } from './grant.ts';
import type { HttpFront } from './http-front.ts';
import { ServiceFunction } from './service-function.ts';

/** The address of a link is `<path>?link=<token>`: the access log has paths, and no queries. */
const path = '/files';

export interface LinksProps {
  readonly files: FilesBucket;
  readonly front: HttpFront;
  /** Where the console is, in a stack that has one. */
  readonly consoleUrl: string | undefined;
}

/**
 * Links in mails open. Those to files are the only route of the flow that IAM does not guard: each opens one file, until its
 * time. Those to pages open the console, where people sign in.
 */
export class Links extends Construct {
  readonly #settings: LinkSettings;

  constructor(scope: Construct, id: string, { files, front, consoleUrl }: LinksProps) {
    super(scope, id);
    const { links, reserved } = stageAround(this);
    const hasLinks = links.days > 0;
    const url = (front.domain?.url ?? front.url) + path;
    this.#settings = {
      LINKS_URL: hasLinks ? url : undefined,
      LINK_DAYS: String(links.days),
      CONSOLE_URL: consoleUrl,
    };
    if (!hasLinks) return;
    const openLink = new ServiceFunction(this, 'OpenLink', {
      folder: 'open-link',
      env: openLinkEnv,
      given: files.grantOpenLinks(),
      timeout: Duration.seconds(10),
      memoryMb: 256,
      reserved: reserved.links,
      impact: 'Links in mails do not open; the commands beside them still work.',
    });
    const key = HttpRouteKey.with(path, HttpMethod.GET);
    const route = front.route('OpenLink', { key, to: openLink, throttle: { rateLimit: 5, burstLimit: 10 } });
    acknowledge(route, {
      'AwsSolutions-APIG4':
        'Whoever receives a mail opens its links in a browser, which cannot sign; each link has a token of 256 random bits.',
    });
  }

  /** Makes links. */
  grantMake(): Grant<LinkSettings> {
    return setting(this.#settings);
  }
}
