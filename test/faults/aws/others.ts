import { createHash } from 'node:crypto';
import { json, jsonError, textOf, type AwsAnswer, type AwsRequest } from './answer.ts';

const md5Of = (text: string) => createHash('md5').update(text).digest('hex');

export interface Message {
  readonly queue: string;
  readonly body: string;
  visibleAt: number;
  receives: number;
}

/** SQS as the flow sends to it; a test takes messages out of `messages`. */
export function createMemorySqs({
  now,
  arrivals = () => [0],
}: {
  readonly now: () => Date;
  /** How often a message comes, and after how many milliseconds each time. */
  readonly arrivals?: (queue: string) => readonly number[];
}) {
  const messages: Message[] = [];
  const handles = new Map<Message, string>();
  const handleOf = (message: Message): string => {
    const handle = handles.get(message) ?? `handle-${handles.size + 1}`;
    handles.set(message, handle);
    return handle;
  };
  const send = (queue: string, body: string): void => {
    for (const delay of arrivals(queue))
      messages.push({ queue, body, visibleAt: now().getTime() + delay, receives: 0 });
  };
  function sendBatch(queue: string, entries: readonly { Id: string; MessageBody: string }[]): AwsAnswer {
    const Successful = entries.map(({ Id, MessageBody }) => {
      send(queue, MessageBody);
      return { Id, MessageId: `m${messages.length}`, MD5OfMessageBody: md5Of(MessageBody) };
    });
    return json({ Successful, Failed: [] });
  }
  function receive(queue: string, input: { readonly VisibilityTimeout: number }): AwsAnswer {
    const time = now().getTime();
    const found = messages.filter((one) => one.queue === queue && one.visibleAt <= time);
    for (const one of found) one.visibleAt = time + input.VisibilityTimeout * 1000;
    const Messages = found.map((one) => ({
      MessageId: `m-${messages.indexOf(one)}`,
      ReceiptHandle: handleOf(one),
      Body: one.body,
      MD5OfBody: md5Of(one.body),
    }));
    return json(Messages.length === 0 ? {} : { Messages });
  }
  function remove(handle: string): AwsAnswer {
    const index = messages.findIndex((one) => handles.get(one) === handle);
    if (index >= 0) messages.splice(index, 1);
    return json({});
  }
  return {
    messages,
    send,
    handleOf,
    remove,
    answer: ({ headers, body }: AwsRequest): AwsAnswer => {
      const operation = headers['x-amz-target']?.split('.').at(-1);
      const input = JSON.parse(textOf(body));
      const queue = String(input.QueueUrl).split('/').at(-1) ?? '';
      switch (operation) {
        case 'SendMessageBatch':
          return sendBatch(queue, input.Entries);
        case 'ReceiveMessage':
          return receive(queue, input);
        case 'DeleteMessage':
          return remove(input.ReceiptHandle);
        default:
          throw new Error(`The stand-in of SQS does not know ${operation}.`);
      }
    },
  };
}

export interface Execution {
  readonly name: string;
  readonly input: string;
  /** The last part of the machine's name. */
  readonly machine: string;
  state: unknown;
  at: 'track' | 'report';
  running: boolean;
  dueAt: number;
  failures: number;
}

interface Start {
  readonly name: string;
  readonly input: string;
  readonly stateMachineArn: string;
}

/** Step Functions as the flow starts and asks it; a test steps the executions. */
export function createMemorySfn({ now }: { readonly now: () => Date }) {
  const executions = new Map<string, Execution>();
  function start({ name, input, stateMachineArn }: Start): AwsAnswer {
    const machine = stateMachineArn.split(':').at(-1) ?? '';
    const known = executions.get(name);
    // The same start of one that runs is answered again; a name that has ended is taken for good.
    if (known && (!known.running || known.input !== input)) return jsonError('ExecutionAlreadyExists');
    if (!known) {
      const begun = { running: true, dueAt: now().getTime(), failures: 0 };
      executions.set(name, { name, input, machine, state: JSON.parse(input), at: 'track', ...begun });
    }
    return json({ executionArn: `arn:aws:states:::execution:m:${name}`, startDate: now().getTime() / 1000 });
  }
  return {
    executions,
    start,
    answer: ({ headers, body }: AwsRequest): AwsAnswer => {
      const operation = headers['x-amz-target']?.split('.').at(-1);
      const input = JSON.parse(textOf(body));
      if (operation === 'StartExecution') return start(input);
      if (operation !== 'DescribeExecution')
        throw new Error(`The stand-in of Step Functions does not know ${operation}.`);
      const found = executions.get(String(input.executionArn).split(':').at(-1) ?? '');
      if (found === undefined) return jsonError('ExecutionDoesNotExist');
      const { name, running } = found;
      return json({ name, status: running ? 'RUNNING' : 'SUCCEEDED', executionArn: input.executionArn });
    },
  };
}

export interface SentMail {
  /** Which run it was sent for, as the caller knows. */
  readonly about: string | undefined;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly tags: Readonly<Record<string, string>>;
}

export function createMemorySes(sent: SentMail[]) {
  return {
    answer: ({ path, body }: AwsRequest): AwsAnswer => {
      if (!path.endsWith('/v2/email/outbound-emails'))
        throw new Error(`The stand-in of SES does not know ${path}.`);
      const { Destination, Content, EmailTags = [] } = JSON.parse(textOf(body));
      const { Subject, Body } = Content.Simple;
      const tags = Object.fromEntries(
        EmailTags.map(({ Name, Value }: { Name: string; Value: string }) => [Name, Value]),
      );
      const content = { subject: Subject.Data, text: Body.Text.Data, html: Body.Html?.Data ?? '' };
      sent.push({ about: tags.runId, to: Destination.ToAddresses, ...content, tags });
      return {
        ...json({ MessageId: `mail-${sent.length}` }),
        headers: { 'content-type': 'application/json' },
      };
    },
  };
}

/** Topics that keep the names of those that a message was published to. */
export function createMemorySns(published: string[]) {
  return {
    answer: ({ body }: AwsRequest): AwsAnswer => {
      const topicArn = new URLSearchParams(textOf(body)).get('TopicArn') ?? '';
      published.push(topicArn.split(':').at(-1) ?? '');
      return {
        status: 200,
        headers: { 'content-type': 'text/xml' },
        body: `<PublishResponse><PublishResult><MessageId>m-${published.length}</MessageId></PublishResult></PublishResponse>`,
      };
    },
  };
}

export function createMemorySecrets(secrets: Readonly<Record<string, object>>) {
  return {
    answer: ({ body }: AwsRequest): AwsAnswer => {
      const { SecretId } = JSON.parse(textOf(body));
      const found = secrets[SecretId];
      if (found === undefined) return jsonError('ResourceNotFoundException');
      return json({ ARN: SecretId, Name: SecretId, SecretString: JSON.stringify(found) });
    },
  };
}
