import { roles } from '@sluice/console/api/routes';
import { Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnUserPoolGroup,
  Mfa,
  OAuthScope,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { describedFolders } from '@sluice/console/api/upload/folders';
import { stageAround } from '../stack/sluice-stack.ts';
import { acknowledge } from './acknowledge.ts';
import { setting, type Grant } from './grant.ts';

type SignInEnv = {
  readonly USER_POOL_URL: string;
  readonly USER_POOL_ISSUER: string;
  readonly USER_POOL_CLIENT_ID: string;
};

/** Who may use the console: people are added by an admin, and are what the groups say that they are in. */
export class SignIn extends Construct {
  readonly userPoolId: string;
  readonly #env: SignInEnv;

  /** @param consoleUrl without a slash at its end */
  constructor(scope: Construct, id: string, { consoleUrl }: { readonly consoleUrl: string }) {
    super(scope, id);
    const pool = this.#pool();
    this.#addGroups(pool);
    const client = new UserPoolClient(this, 'Client', {
      userPool: pool,
      // The console has no secret to keep: it proves itself with PKCE.
      generateSecret: false,
      authFlows: {},
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [`${consoleUrl}/api/signed-in`],
        logoutUrls: [`${consoleUrl}/`],
      },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      // A session of the console ends after 12 hours.
      refreshTokenValidity: Duration.hours(13),
    });
    const domain = new UserPoolDomain(this, 'Domain', {
      userPool: pool,
      // Such names are unique in a region.
      cognitoDomain: { domainPrefix: `${Stack.of(this).stackName.toLowerCase()}-${Aws.ACCOUNT_ID}` },
    });
    const { region, urlSuffix } = Stack.of(this);
    this.userPoolId = pool.userPoolId;
    this.#env = {
      USER_POOL_URL: domain.baseUrl(),
      USER_POOL_ISSUER: `https://cognito-idp.${region}.${urlSuffix}/${pool.userPoolId}`,
      USER_POOL_CLIENT_ID: client.userPoolClientId,
    };
  }

  /** One for each role, and those that say who drops where: whoever lists them sees it. */
  #addGroups({ userPoolId }: UserPool): void {
    const { dropFolders } = stageAround(this);
    for (const groupName of new Set([...roles, ...Object.keys(dropFolders)])) {
      const folders = dropFolders[groupName];
      new CfnUserPoolGroup(this, `Group-${groupName}`, {
        ...{ userPoolId, groupName },
        ...(folders && { description: describedFolders(folders) }),
      });
    }
  }

  #pool(): UserPool {
    const pool = new UserPool(this, 'People', {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      standardAttributes: { email: { required: true, mutable: true }, fullname: { mutable: true } },
      // Whoever changes the address proves it first. It says who dropped a file.
      keepOriginal: { email: true },
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(7),
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    acknowledge(pool, {
      'AwsSolutions-COG2': 'Each person may add a second factor; an admin can require it in the user pool.',
      'AwsSolutions-COG3':
        'Threat protection costs extra for each person, so an installation decides about it.',
      'AwsSolutions-COG8': 'The plan with threat protection costs extra for each person.',
    });
    return pool;
  }

  grant(): Grant<SignInEnv> {
    return setting(this.#env);
  }
}
