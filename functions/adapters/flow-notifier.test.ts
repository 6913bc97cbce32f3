import type { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { expect, it } from 'vitest';
import { createFlowNotifier } from './flow-notifier.ts';
import type { Outside } from './outside.ts';

const mail = {
  subject: 'clients.csv waits',
  text: 'Approve  npx sluice approve a1 --plan 3f9c\nnothing: `npx sluice drop FILE … --again`',
  html: '<td>npx sluice cancel a1</td>',
};

/** What SES gets from the function of a stack. */
async function sentFrom(STACK_ID: string) {
  const sent: SendEmailCommand[] = [];
  const client = { send: async (command: SendEmailCommand) => (sent.push(command), { MessageId: 'm' }) };
  const env = { MAIL_FROM: 'a@example.com', MAIL_CONFIGURATION_SET: 'mails', STACK_ID };
  const outside = { client: () => client } as unknown as Outside;
  await createFlowNotifier(env, outside).notify({ recipients: ['b@example.com'], mail });
  const { Text, Html } = sent[0]?.input.Content?.Simple?.Body ?? {};
  return { text: Text?.Data, html: Html?.Data };
}

it('a mail of a deployed stack names commands that run as they stand', async () => {
  const { text, html } = await sentFrom('arn:aws:cloudformation:eu-west-1:123456789012:stack/Flow-prod/5a1b');
  const sluice = 'npx sluice --stack Flow-prod --region eu-west-1';
  expect(text).toBe(`Approve  ${sluice} approve a1 --plan 3f9c\nnothing: \`${sluice} drop FILE … --again\``);
  expect(html).toBe(`<td>${sluice} cancel a1</td>`);
});

it('a mail of one machine names them as they are typed there', async () => {
  const stackId = 'arn:aws:cloudformation:us-east-1:000000000000:stack/BulkImportStack/local';
  expect(await sentFrom(stackId)).toEqual({ text: mail.text, html: mail.html });
});
