import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { Grant } from './grant.ts';

export interface TargetServiceProps {
  readonly url: string;
  /** Whether that server takes an `Idempotency-Key`, an extension of the interface. */
  readonly idempotencyKey: boolean;
}

type AddressEnv = { readonly SERVICE_URL: string };
type CallEnv = AddressEnv & {
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
    this.credentials = new Secret(this, 'Credentials', {
      description:
        'The token of the flow: { "apiKey", "apiSecret" }. Made as a placeholder; put the real one in.',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ apiKey: 'not-set-yet' }),
        generateStringKey: 'apiSecret',
      },
    });
    acknowledge(this.credentials, {
      'AwsSolutions-SMG4':
        'The token is made and withdrawn in the control panel of the service, which AWS cannot do on a schedule.',
    });
  }

  grantAddress(): Grant<AddressEnv> {
    return { env: { SERVICE_URL: this.#props.url }, allow: () => {} };
  }

  grantCall(): Grant<CallEnv> {
    return {
      env: {
        SERVICE_URL: this.#props.url,
        SERVICE_SECRET_ARN: this.credentials.secretArn,
        SERVICE_IDEMPOTENCY_KEY: this.#props.idempotencyKey ? 'true' : 'false',
      },
      allow: (role) =>
        role.addToPolicy(
          new PolicyStatement({
            actions: ['secretsmanager:GetSecretValue'],
            resources: [this.credentials.secretArn],
          }),
        ),
    };
  }
}
