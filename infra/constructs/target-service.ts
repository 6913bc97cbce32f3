import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { Stage } from '../settings/settings.ts';
import { keyFor, readSecret } from './encryption.ts';
import { setting, together, type Grant } from './grant.ts';

export interface TargetServiceProps {
  readonly url: string;
  /** Whether that server takes an `Idempotency-Key`, an extension of the interface. */
  readonly idempotencyKey: boolean;
  /** Whether an import may say what it expects to find, an extension too. */
  readonly expectations: boolean;
  /** Per cent of its hourly limit that is left to others who use the token. */
  readonly reservePercent: number;
  /** Where it undoes imports, if it can, as ours does. */
  readonly revert?: Revert | undefined;
}

export interface Revert {
  readonly url: string;
  /** An HTTP API in this account and region, which expects signed calls. Elsewhere the secret has a `controlToken`. */
  readonly apiId?: string | undefined;
}

/** Undoing at a service of ours, whose operations are at `url`. */
export const revertOfOurs = ({ url, apiId }: { readonly url: string; readonly apiId: string }): Revert => ({
  url: `${url}/undo`,
  apiId,
});

/** The control panel of the service whose operations are at this address. */
export const controlUrlAt = (url: string): string => `${url}/control`;

interface Target extends Pick<TargetServiceProps, 'url' | 'revert'> {
  /** Of a service of ours. */
  readonly controlUrl?: string;
}

/** Somebody else's server, or the service of another stage. */
export function otherService({ url, ours = false, revertUrl }: Stage['service']): Target {
  if (url === undefined)
    throw new Error(
      'Expected service.url in the settings, such as https://records.example.org, or dataAccess.',
    );
  if (!ours) return { url, revert: revertUrl === undefined ? undefined : { url: revertUrl } };
  const [, apiId] = /^https:\/\/(\w+)\.execute-api\.[\w.-]+$/u.exec(url) ?? [];
  if (apiId === undefined)
    throw new Error(
      `service.url is ${url}. With service.ours, the output DataAccessStack.ServiceUrl of another stage is expected.`,
    );
  return { url, controlUrl: controlUrlAt(url), revert: revertOfOurs({ url, apiId }) };
}

/** Of the site of the token. No function of the flow may call the control panel. */
const undoOperations = ['revertImport', 'getRevert'];
const historyOperations = ['recordHistory', 'listChanges'];

type AddressEnv = { readonly SERVICE_URL: string };
type RevertEnv = { readonly SERVICE_REVERT_URL?: string };
type ReserveEnv = { readonly SERVICE_RESERVE_PERCENT: string };
type CallEnv = AddressEnv &
  ReserveEnv & {
    readonly SERVICE_SECRET_ARN: string;
    readonly SERVICE_IDEMPOTENCY_KEY: 'true' | 'false';
  };

/** The service that the records go to: its address, and the secret with the token of the flow. */
export class TargetService extends Construct {
  readonly credentials: Secret;
  readonly #props: TargetServiceProps;

  constructor(scope: Construct, id: string, props: TargetServiceProps) {
    super(scope, id);
    this.#props = props;
    const encryptionKey = keyFor('secrets', this);
    this.credentials = new Secret(this, 'Credentials', {
      description:
        'The token of the flow: { "apiKey", "apiSecret" }. This is a placeholder: replace it with the real one.',
      ...(encryptionKey && { encryptionKey }),
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ apiKey: 'not-set-yet' }),
        generateStringKey: 'apiSecret',
      },
    });
    acknowledge(this.credentials, {
      'AwsSolutions-SMG4':
        'The token is created and withdrawn in the control panel of the service, which AWS cannot do on a schedule.',
    });
  }

  grantAddress(): Grant<AddressEnv> {
    return setting({ SERVICE_URL: this.#props.url });
  }

  /** Whether the service undoes imports, and where. */
  revertAddress(): Grant<RevertEnv> {
    const { revert } = this.#props;
    return setting(revert === undefined ? {} : { SERVICE_REVERT_URL: revert.url });
  }

  grantRevert(): Grant<RevertEnv> {
    return this.#grantCalls(undoOperations);
  }

  /** Asks the service what became of records. */
  grantHistory(): Grant<RevertEnv & { readonly SERVICE_SECRET_ARN: string }> {
    const { secretArn } = this.credentials;
    return together(
      readSecret({ SERVICE_SECRET_ARN: secretArn }, this.credentials),
      this.#grantCalls(historyOperations),
    );
  }

  #grantCalls(operations: readonly string[]): Grant<RevertEnv> {
    const apiId = this.#props.revert?.apiId;
    return {
      ...this.revertAddress(),
      allow: (role) => {
        if (apiId === undefined) return;
        const resources = operations.map((operation) =>
          Stack.of(this).formatArn({
            service: 'execute-api',
            resource: apiId,
            resourceName: `$default/POST/undo/${operation}`,
          }),
        );
        role.addToPolicy(new PolicyStatement({ actions: ['execute-api:Invoke'], resources }));
      },
    };
  }

  /** How much of the hourly limit the flow leaves to others. */
  reserve(): Grant<ReserveEnv> {
    return setting({ SERVICE_RESERVE_PERCENT: String(this.#props.reservePercent) });
  }

  expectations(): Grant<{ readonly SERVICE_EXPECTATIONS: 'true' | 'false' }> {
    return setting({ SERVICE_EXPECTATIONS: this.#props.expectations ? 'true' : 'false' });
  }

  grantCall(): Grant<CallEnv> {
    const { secretArn } = this.credentials;
    const env: CallEnv = {
      ...this.reserve().env,
      ...this.grantAddress().env,
      SERVICE_SECRET_ARN: secretArn,
      SERVICE_IDEMPOTENCY_KEY: this.#props.idempotencyKey ? 'true' : 'false',
    };
    return readSecret(env, this.credentials);
  }
}
