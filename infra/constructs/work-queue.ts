import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Grant } from './grant.ts';
import { Operations } from './operations.ts';
import type { ServiceFunction } from './service-function.ts';

export interface WorkQueueProps {
  /** Plural, kebab-case: what lies in the queue. The alarm is `<name>-dead-letters`. */
  readonly name: string;
  readonly consumerTimeout: Duration;
  /** A sentence: who is hurt, and how, when a message was given up. */
  readonly impact: string;
}

/** While a consumer is throttled, a message is handed out again and again; six timeouts keep that from making a copy. */
const timeoutsHidden = 6;
/** Fewer, and a few throttled deliveries would pass for a poisoned message. */
const deliveries = 5;
/** Longer than a message lives in the queue itself, so that a weekend does not lose what was given up. */
const deadLettersKept = Duration.days(14);
/** A consumer that is off for a week loses nothing; what it gives up then still lies four days with the dead letters. */
const messagesKept = Duration.days(10);

/** A queue of work with a dead-letter queue, and an alarm as soon as one message lies there. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  /** What was given up; also for others whose work belongs to this queue. */
  readonly deadLetters: Queue;
  readonly #consumerTimeout: Duration;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    this.#consumerTimeout = props.consumerTimeout;
    const shared = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
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
      threshold: 1,
    });
  }

  /** One message an invocation, so that a crash concerns nothing else; at most `workers` (2 or more) at a time. */
  feed(consumer: ServiceFunction, workers: number): void {
    if (consumer.timeout.toSeconds() > this.#consumerTimeout.toSeconds())
      throw new Error(`${consumer.node.path} may run longer than ${this.node.path} was told`);
    consumer.lambda.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: 1,
        maxConcurrency: workers,
        reportBatchItemFailures: true,
      }),
    );
  }

  /** @param as names the variable that holds the queue's URL, e.g. `(url) => ({ BATCH_QUEUE_URL: url })` */
  grantSend<Env extends object>(as: (url: string) => Env): Grant<Env> {
    return {
      env: as(this.queue.queueUrl),
      allow: (role) =>
        role.addToPolicy(
          new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] }),
        ),
    };
  }

  /** Takes dead letters out of their queue. @param as as of `grantSend` */
  grantTakeDeadLetters<Env extends object>(as: (url: string) => Env): Grant<Env> {
    const { queueUrl, queueArn } = this.deadLetters;
    return {
      env: as(queueUrl),
      allow: (role) =>
        role.addToPolicy(
          new PolicyStatement({
            actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage'],
            resources: [queueArn],
          }),
        ),
    };
  }
}
