import { recordMailEventEnv } from '@sluice/functions/record-mail-event/env';
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import { FilterOrPolicy, SubscriptionFilter, Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { keyFor } from './encryption.ts';
import { permission, type Grant } from './grant.ts';
import type { LedgerTable } from './ledger-table.ts';
import { ServiceFunction } from './service-function.ts';
import { WorkQueue } from './work-queue.ts';

const timeout = Duration.seconds(30);
const reported = [
  EmailSendingEvent.BOUNCE,
  EmailSendingEvent.COMPLAINT,
  EmailSendingEvent.DELIVERY,
  EmailSendingEvent.DELIVERY_DELAY,
  EmailSendingEvent.REJECT,
];

/** Reports about mails: SES publishes them to a topic with a queue, and a function records them in the history of the run. */
export class MailEvents extends Construct {
  readonly #set: ConfigurationSet;

  constructor(scope: Construct, id: string, { ledger }: { readonly ledger: LedgerTable }) {
    super(scope, id);
    this.#set = new ConfigurationSet(this, 'Set');
    const queue = new WorkQueue(this, 'Events', {
      name: 'mail-events',
      consumerTimeout: timeout,
      impact:
        'Operators do not see that the mail about a drop bounced: somebody waits for a mail that never comes.',
    });
    const recordMailEvent = new ServiceFunction(this, 'RecordMailEvent', {
      folder: 'record-mail-event',
      env: recordMailEventEnv,
      given: ledger.grantFor('recordMailEvent'),
      timeout,
      memoryMb: 256,
      impact: 'Operators do not see that the mail about a drop bounced; the drops continue.',
    });
    queue.feed(recordMailEvent);
    this.#publishTo(queue);
  }

  #publishTo({ queue }: WorkQueue): void {
    const masterKey = keyFor('topics', this);
    const topic = new Topic(this, 'Topic', { enforceSSL: true, ...(masterKey && { masterKey }) });
    const filter = SubscriptionFilter.stringFilter({
      allowlist: ['Bounce', 'Complaint', 'Delivery', 'DeliveryDelay', 'Reject'],
    });
    // SES tests the topic with a line of text, which would look like a poisoned message.
    const filterPolicyWithMessageBody = { eventType: FilterOrPolicy.filter(filter) };
    topic.addSubscription(
      new SqsSubscription(queue, { rawMessageDelivery: true, filterPolicyWithMessageBody }),
    );
    // It also lets SES publish, for this set of this account only.
    this.#set.addEventDestination('Destination', {
      destination: EventDestination.snsTopic(topic),
      events: reported,
    });
  }

  /** Sends mails, with reports from SES. */
  grantUse(
    actions: readonly string[] = ['ses:SendEmail'],
  ): Grant<{ readonly MAIL_CONFIGURATION_SET: string }> {
    const env = { MAIL_CONFIGURATION_SET: this.#set.configurationSetName };
    return permission(env, actions, this.#arn());
  }

  #arn(): string {
    return Stack.of(this).formatArn({
      service: 'ses',
      resource: 'configuration-set',
      resourceName: this.#set.configurationSetName,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
  }
}
