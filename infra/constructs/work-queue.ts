import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { stageAround } from '../stack/sluice-stack.ts';
import { allowKey, keyFor } from './encryption.ts';
import { permission, type Grant } from './grant.ts';
import { Operations } from './operations.ts';
import type { ServiceFunction } from './service-function.ts';

export interface WorkQueueProps {
  /** What the queue contains, plural and in kebab-case. The alarm is `<name>-dead-letters`. */
  readonly name: string;
  readonly consumerTimeout: Duration;
  /** A sentence: who is affected, and how, when a message becomes a dead letter. */
  readonly impact: string;
}

/** A throttled consumer receives a message again and again. Hiding it for six timeouts prevents a second copy. */
const timeoutsHidden = 6;
/** With fewer, throttled deliveries would look like a poisoned message. */
const deliveries = 5;
/** Longer than in the queue itself, so that a weekend loses no dead letter. */
const deadLettersKept = Duration.days(14);
/** A consumer that is down for a week loses nothing, and its dead letters still have four days left. */
const messagesKept = Duration.days(10);

/** A queue with a dead-letter queue, and an alarm on the first dead letter. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  /** Other senders that belong to this queue use it too. */
  readonly deadLetters: Queue;
  readonly #consumerTimeout: Duration;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    this.#consumerTimeout = props.consumerTimeout;
    const encryptionMasterKey = keyFor('queues', this);
    const shared = {
      ...(encryptionMasterKey
        ? { encryption: QueueEncryption.KMS, encryptionMasterKey }
        : { encryption: QueueEncryption.SQS_MANAGED }),
      enforceSSL: true,
    };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...shared, retentionPeriod: deadLettersKept });
    this.queue = new Queue(this, 'Queue', {
      ...shared,
      retentionPeriod: messagesKept,
      visibilityTimeout: Duration.seconds(props.consumerTimeout.toSeconds() * timeoutsHidden),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: deliveries },
    });
    Operations.of(this).watched.queues.push({
      name: props.name,
      queue: this.queue,
      deadLetters: this.deadLetters,
    });
    Operations.of(this).alarm(this, {
      name: `${props.name}-dead-letters`,
      impact: props.impact,
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(5),
        statistic: 'Maximum',
      }),
    });
  }

  /**
   * One message per invocation, so that a crash affects no other; at most `workers` (2 or more) at a time. Without a limit Lambda
   * asks an idle queue less often.
   */
  feed(consumer: ServiceFunction, workers?: number): void {
    if (consumer.timeout.toSeconds() > this.#consumerTimeout.toSeconds())
      throw new Error(`${consumer.node.path} may run longer than ${this.node.path} expects`);
    consumer.live.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: 1,
        ...(workers !== undefined && { maxConcurrency: workers }),
        reportBatchItemFailures: true,
        ...(stageAround(this).paused && { enabled: false }),
      }),
    );
  }

  /** @param as gives the variable for the queue's URL, e.g. `(url) => ({ BATCH_QUEUE_URL: url })` */
  grantSend<Env extends object>(as: (url: string) => Env): Grant<Env> {
    return this.#withKey(permission(as(this.queue.queueUrl), ['sqs:SendMessage'], this.queue.queueArn));
  }

  /** Receives and removes dead letters. @param as gives the variable for their queue's URL */
  grantTakeDeadLetters<Env extends object>(as: (url: string) => Env): Grant<Env> {
    const { queueUrl, queueArn } = this.deadLetters;
    return this.#withKey(permission(as(queueUrl), ['sqs:ReceiveMessage', 'sqs:DeleteMessage'], queueArn));
  }

  /** What sends or receives messages also needs the key that encrypts them. */
  #withKey<Env extends object>({ env, allow }: Grant<Env>): Grant<Env> {
    return {
      env,
      allow: (role) => {
        allow(role);
        allowKey('queues', role);
      },
    };
  }
}
