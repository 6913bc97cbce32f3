import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { Stage } from '../settings/settings.ts';
import { acknowledge, placeInFindings } from './acknowledge.ts';
import type { Grant } from './grant.ts';

export interface Sender {
  readonly from: string;
  readonly identity: Stage['mail']['identities'];
}

/** The sender of mails. When the stack creates its identity, SES mails it a link that somebody has to follow once. */
export class MailSender extends Construct {
  readonly #from: string;

  constructor(scope: Construct, id: string, { from, identity }: Sender) {
    super(scope, id);
    this.#from = from;
    if (identity === 'create') new EmailIdentity(this, 'Identity', { identity: Identity.email(from) });
  }

  /** With `SendRawEmail` for mails with an attachment. */
  grantSend(actions: readonly string[] = ['ses:SendEmail']): Grant<{ readonly MAIL_FROM: string }> {
    const identities = Stack.of(this).formatArn({ service: 'ses', resource: 'identity', resourceName: '*' });
    return {
      env: { MAIL_FROM: this.#from },
      allow: (role) => {
        role.addToPolicy(
          new PolicyStatement({
            actions: [...actions],
            // In the sandbox SES also checks the identity of each recipient.
            resources: [identities],
            conditions: { StringEquals: { 'ses:FromAddress': this.#from } },
          }),
        );
        acknowledge(role, {
          [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:${placeInFindings(role)}:identity/*]`]:
            'A condition limits the sender to one address; in the sandbox SES also checks the identities of recipients.',
        });
      },
    };
  }
}
