import { createHash } from 'node:crypto';
import { json, jsonError, textOf, type AwsAnswer, type AwsRequest } from './answer.ts';

export interface Message {
  readonly queue: string;
  readonly body: string;
  visibleAt: number;
  receives: number;
}

/** SQS as the flow sends to it; whoever plays the event source mapping takes messages out of `messages`. */
export function createMemorySqs({ now }: { readonly now: () => Date }) {
  const messages: Message[] = [];
  const send = (queue: string, body: string): void => {
    messages.push({ queue, body, visibleAt: now().getTime(), receives: 0 });
  };
  return {
    messages,
    send,
    answer: ({ headers, body }: AwsRequest): AwsAnswer => {
      const operation = headers['x-amz-target']?.split('.').at(-1);
      if (operation !== 'SendMessageBatch')
        throw new Error(`The stand-in of SQS does not know ${operation}.`);
      const input: { QueueUrl: string; Entries: { Id: string; MessageBody: string }[] } = JSON.parse(
        textOf(body),
      );
      const queue = input.QueueUrl.split('/').at(-1) ?? '';
      const Successful = input.Entries.map(({ Id, MessageBody }) => {
        send(queue, MessageBody);
        const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex');
        return { Id, MessageId: `m${messages.length}`, MD5OfMessageBody };
      });
      return json({ Successful, Failed: [] });
    },
  };
}

export interface Execution {
  readonly name: string;
  readonly input: string;
  state: unknown;
  at: 'track' | 'report';
  running: boolean;
  dueAt: number;
  failures: number;
}

/** Step Functions as the flow starts and asks it; whoever plays the machine steps the executions. */
export function createMemorySfn({ now }: { readonly now: () => Date }) {
  const executions = new Map<string, Execution>();
  function start({ name, input }: { readonly name: string; readonly input: string }): AwsAnswer {
    const known = executions.get(name);
    // The same start of one that runs is answered again; a name that has ended is taken for good.
    if (known && (!known.running || known.input !== input)) return jsonError('ExecutionAlreadyExists');
    if (!known) {
      const begun = { running: true, dueAt: now().getTime(), failures: 0 };
      executions.set(name, { name, input, state: JSON.parse(input), at: 'track', ...begun });
    }
    return json({ executionArn: `arn:aws:states:::execution:m:${name}`, startDate: now().getTime() / 1000 });
  }
  return {
    executions,
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
}

export function createMemorySes({ about }: { readonly about: () => string | undefined }) {
  const sent: SentMail[] = [];
  return {
    sent,
    answer: ({ path, body }: AwsRequest): AwsAnswer => {
      if (!path.endsWith('/v2/email/outbound-emails'))
        throw new Error(`The stand-in of SES does not know ${path}.`);
      const { Destination, Content } = JSON.parse(textOf(body));
      const { Subject, Body } = Content.Simple;
      sent.push({ about: about(), to: Destination.ToAddresses, subject: Subject.Data, text: Body.Text.Data });
      return {
        ...json({ MessageId: `mail-${sent.length}` }),
        headers: { 'content-type': 'application/json' },
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
