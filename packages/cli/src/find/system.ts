import type { CognitoIdentityProviderClientConfig } from '@aws-sdk/client-cognito-identity-provider';
import type { S3ClientConfig } from '@aws-sdk/client-s3';

/** A system that commands work on. All of them are found by `findSystem`. */
export interface System {
  readonly buckets: BucketPlaces;
  readonly history: Api;
  /** @throws CliError when it has none, as `serviceUrl` and `token` do */
  readonly control: () => Api;
  readonly serviceUrl: () => string;
  /** The token of the flow. */
  readonly token: () => Promise<Token>;
  /** Who owns the credentials. Undefined on one machine. @throws Error when AWS does not answer */
  readonly caller: () => Promise<Caller | undefined>;
  /** Where a browser opens the console. On one machine the address is good once. @throws CliError without a console */
  readonly consoleUrl: () => Promise<string>;
  /** Where the people of the console are. @throws CliError without a console */
  readonly userPool: () => UserPoolPlace;
  /** What to do when a part of it does not answer. */
  readonly ifSilent: string;
}

export interface BucketPlaces {
  readonly drops: string;
  /** Where drops begin, with a slash at its end. */
  readonly inbox: string;
  readonly files: string;
  readonly client: S3ClientConfig;
}

export interface UserPoolPlace {
  readonly id: string;
  readonly client: CognitoIdentityProviderClientConfig;
}

/** An HTTP API that asks who calls. */
export interface Api {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** The headers that prove who calls. */
  readonly headers: (request: ApiRequest) => Promise<Readonly<Record<string, string>>>;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Empty for a GET. */
  readonly body: string;
}

export interface Token {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** The AWS identity whose credentials sign requests. */
export interface Caller {
  /** Permanently unique; S3 reports the same id for an upload. */
  readonly id: string;
  /** `arn:aws:iam::123456789012:user/ana` */
  readonly arn: string;
}
