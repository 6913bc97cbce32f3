import { contentPolicy } from '@sluice/console/policy';
import { Duration, Stack, Token } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { stageAround } from '../stack/sluice-stack.ts';
import type { AccessLogs } from './access-logs.ts';
import { acknowledge, arnInFindings } from './acknowledge.ts';
import { consoleFiles } from './console-files.ts';
import { Operations } from './operations.ts';
import { PrivateBucket } from './private-bucket.ts';

export interface ConsoleSiteProps {
  readonly accessLogs: AccessLogs;
  /** Answers below `/api/`, which is its stage. */
  readonly apiId: string;
  /** Where the page uploads to, and downloads from. */
  readonly buckets: readonly PrivateBucket[];
}

/** The page, and its API under the same origin. */
export class ConsoleSite extends Construct {
  /** Without a slash at its end. */
  readonly url: string;
  /** The name at AWS that the DNS record of a name of our own points to. */
  readonly target: string;
  readonly #site: PrivateBucket;

  constructor(scope: Construct, id: string, { accessLogs, apiId, buckets }: ConsoleSiteProps) {
    super(scope, id);
    const { console: domain } = stageAround(this).domains;
    const site = new PrivateBucket(this, 'Site', {
      accessLogs,
      lifecycle: [{}],
      keepReplaced: Duration.days(30),
      // CloudFront could not read what a key of ours encrypts. The page is the same in every installation.
      isPublicKnowledge: true,
    });
    this.#site = site;
    const responseHeadersPolicy = this.#headers(buckets);
    const { region, urlSuffix } = Stack.of(this);
    const both = { responseHeadersPolicy, viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS };
    const distribution = new Distribution(this, 'Distribution', {
      comment: `${Stack.of(this).stackName}: the console`,
      defaultRootObject: 'index.html',
      defaultBehavior: { ...both, origin: originOf(site) },
      additionalBehaviors: {
        '/api/*': {
          ...both,
          origin: new HttpOrigin(`${apiId}.execute-api.${region}.${urlSuffix}`),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        },
      },
      priceClass: PriceClass.PRICE_CLASS_100,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificate),
      }),
    });
    acknowledge(distribution, {
      'AwsSolutions-CFR1':
        'People of one organization may be anywhere; who may do what is decided by their session.',
      'AwsSolutions-CFR2': 'A firewall costs more a month than all else that is idle; the API is throttled.',
      'AwsSolutions-CFR3':
        'The API logs each of its requests; the rest is a page that is the same everywhere.',
      'AwsSolutions-CFR4':
        'The name of CloudFront itself has one policy; with domains.console it is TLS 1.2.',
    });
    this.#fill(site);
    this.url = `https://${domain?.name ?? distribution.distributionDomainName}`;
    this.target = distribution.distributionDomainName;
  }

  /** Names of scripts and styles have the hash of what they contain. Those of earlier versions stay for pages that are open. */
  #fill({ bucket: destinationBucket }: PrivateBucket): void {
    if (!(destinationBucket instanceof Bucket)) throw new Error('The bucket of the console is ours.');
    const logGroup = Operations.of(this).logGroup(this);
    const files = {
      Files: [CacheControl.fromString('public, max-age=31536000, immutable')],
      Page: [CacheControl.fromString('no-cache')],
    };
    const deployments = Object.entries(files).map(
      ([id, cacheControl]) =>
        new BucketDeployment(this, id, {
          ...{ destinationBucket, cacheControl, logGroup },
          sources: [consoleFiles(id === 'Page' ? 'page' : 'files')],
          prune: false,
        }),
    );
    this.#acknowledgeDeployer();
    const [first, second] = deployments;
    // The page names the files, so these come first.
    if (first && second) second.node.addDependency(first);
  }

  /** CDK's own function fills the bucket. Its role and its policy are as CDK writes them. */
  #acknowledgeDeployer(): void {
    const stack = Stack.of(this);
    const deployer = stack.node.children.find(({ node }) =>
      node.id.startsWith('Custom::CDKBucketDeployment'),
    );
    if (!deployer) throw new Error('CDK deploys buckets in another way now');
    const why =
      'CDK’s own function copies the files of the page into their bucket, when the stack is deployed.';
    const actions = ['Abort*', 'DeleteObject*', 'GetBucket*', 'GetObject*', 'List*'];
    const places = [assetsInFindings(stack), `${arnInFindings(this.#site.bucket)}/*`];
    acknowledge(deployer, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
        why,
      ...Object.fromEntries(actions.map((action) => [`AwsSolutions-IAM5[Action::s3:${action}]`, why])),
      ...Object.fromEntries(places.map((place) => [`AwsSolutions-IAM5[Resource::${place}]`, why])),
      'AwsSolutions-L1': why,
    });
  }

  #headers(buckets: readonly PrivateBucket[]): ResponseHeadersPolicy {
    const places = buckets.map((one) => addressOf(one));
    const override = true;
    return new ResponseHeadersPolicy(this, 'Headers', {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: contentPolicy(places), override },
        contentTypeOptions: { override },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(730),
          includeSubdomains: true,
          override,
        },
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: 'cross-origin-opener-policy', value: 'same-origin', override },
          { header: 'cross-origin-resource-policy', value: 'same-origin', override },
          { header: 'permissions-policy', value: 'camera=(), geolocation=(), microphone=()', override },
        ],
      },
    });
  }
}

/** Where CDK keeps the files, as findings name it. */
function assetsInFindings(stack: Stack): string {
  const known = (value: string, name: string) => (Token.isUnresolved(value) ? `<AWS::${name}>` : value);
  const place = `${known(stack.account, 'AccountId')}-${known(stack.region, 'Region')}`;
  return `arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-${place}/*`;
}

function originOf({ bucket }: PrivateBucket) {
  return S3BucketOrigin.withOriginAccessControl(bucket);
}

/** As the SDK addresses it: a name with dots is a part of the path. */
function addressOf({ bucket }: PrivateBucket): string {
  const { region, urlSuffix } = Stack.of(bucket);
  const name = bucket.bucketName;
  return !Token.isUnresolved(name) && name.includes('.')
    ? `https://s3.${region}.${urlSuffix}/${name}/`
    : `https://${name}.s3.${region}.${urlSuffix}/`;
}
