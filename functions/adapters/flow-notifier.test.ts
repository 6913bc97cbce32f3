import type { PublishCommand } from '@aws-sdk/client-sns';
import type { SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Message } from '@sluice/flow/notify/notifier';
import { expect, it } from 'vitest';
import type { NoticeRoutes } from '../notice-routes.ts';
import { createFlowNotifier } from './flow-notifier.ts';
import type { Outside } from './outside.ts';

const mail = {
  subject: 'Müller.csv waits',
  text: 'Approve\n    npx sluice approve a1 --plan 3f9c\n',
  html: '<code>npx sluice cancel a1</code>',
  brief: 'npx sluice run a1',
};
const message: Message = { event: 'run.awaiting_approval', recipients: ['b@example.com'], mail };
const onAws = 'arn:aws:cloudformation:eu-west-1:123456789012:stack/Flow-prod/5a1b';
const onOneMachine = 'arn:aws:cloudformation:us-east-1:000000000000:stack/BulkImportStack/local';

/** What the clients of AWS get from the function of a stack. */
async function sentFrom(STACK_ID: string, NOTICE_ROUTES: NoticeRoutes = { channels: [] }, about = message) {
  const sent: (SendEmailCommand | PublishCommand)[] = [];
  const client = {
    send: async (command: SendEmailCommand | PublishCommand) => (sent.push(command), { MessageId: 'm' }),
  };
  const env = { MAIL_FROM: 'a@example.com', MAIL_CONFIGURATION_SET: 'mails', STACK_ID, NOTICE_ROUTES };
  const outside = { client: () => client } as unknown as Outside;
  const notifier = createFlowNotifier({ ...env, WEBHOOKS_ALLOW_LOOPBACK: false }, outside);
  for (const channel of notifier.channelsFor(about)) await channel.send(about);
  return sent.map(({ input }) => input);
}

it('a mail of a deployed stack names commands that run as they stand', async () => {
  const [input] = await sentFrom(onAws);
  const sluice = 'npx sluice --stack Flow-prod --region eu-west-1';
  expect(input).toMatchObject({
    Content: {
      Simple: {
        Body: {
          Text: { Data: `Approve\n    ${sluice} approve a1 --plan 3f9c\n` },
          Html: { Data: `<code>${sluice} cancel a1</code>` },
        },
      },
    },
  });
});

it('a mail of one machine names them as they are typed there', async () => {
  const [input] = await sentFrom(onOneMachine);
  expect(input).toMatchObject({ Content: { Simple: { Body: { Text: { Data: mail.text } } } } });
});

it('a team sets which events go where', async () => {
  const routes: NoticeRoutes = {
    emailEvents: ['run.failed'],
    dropper: { domains: ['example.org'], events: ['run.awaiting_approval'] },
    channels: [
      { kind: 'topic', name: 'imports', topicArn: 'arn:topic', events: undefined },
      { kind: 'topic', name: 'failures', topicArn: 'arn:failures', events: ['run.failed'] },
    ],
  };
  const sent = await sentFrom(onAws, routes, { ...message, dropper: 'ana@example.org' });
  expect(sent).toMatchObject([
    { Destination: { ToAddresses: ['ana@example.org'] } },
    {
      TopicArn: 'arn:topic',
      Subject: 'M?ller.csv waits',
      Message: 'Müller.csv waits\n\nnpx sluice --stack Flow-prod --region eu-west-1 run a1',
      MessageAttributes: { event: { StringValue: 'run.awaiting_approval' } },
    },
  ]);
});
