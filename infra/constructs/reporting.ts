import type { NoticeSettings } from '@sluice/functions/env-fields';
import { reportRunEnv } from '@sluice/functions/report-run/env';
import { Duration, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { stageAround } from '../stack/sluice-stack.ts';
import type { FlowParts } from './flow-parts.ts';
import { setting, together, type Grant } from './grant.ts';
import type { Links } from './links.ts';
import { MailEvents } from './mail-events.ts';
import { MailSender, type Sender } from './mail-sender.ts';
import { grantChannels } from './notice-channels.ts';
import { ServiceFunction } from './service-function.ts';

export interface ReportingProps extends Pick<FlowParts, 'drops' | 'files' | 'ledger'> {
  readonly sender: Sender;
  readonly links: Links;
}

/** The run ends: the result sheet is written and one e-mail is sent. */
export class Reporting extends Construct {
  readonly reportRun: ServiceFunction;
  readonly #sender: MailSender;
  readonly #events: MailEvents;

  constructor(scope: Construct, id: string, { drops, files, ledger, sender, links }: ReportingProps) {
    super(scope, id);
    const attaches = stageAround(this).mail.attachResults;
    this.#sender = new MailSender(this, 'Sender', sender);
    this.#events = new MailEvents(this, 'MailEvents', { ledger });
    this.reportRun = new ServiceFunction(this, 'ReportRun', {
      folder: 'report-run',
      env: reportRunEnv,
      given: together(
        drops.grantReadVersions(),
        files.grantUpload(),
        ledger.grantFor('reportRun'),
        this.grantSend(attaches ? ['ses:SendEmail', 'ses:SendRawEmail'] : undefined),
        setting({ MAIL_ATTACHES: attaches ? ('true' as const) : undefined }),
        links.grantMake(),
      ),
      timeout: Duration.minutes(5),
      memoryMb: 1769,
      impact: 'The person who dropped a sheet does not learn how it ended, though its rows may have landed.',
    });
  }

  /** Sends the flow's notices by mail, with reports from SES, and through the channels of the settings. */
  grantSend(actions?: readonly string[]): Grant<NoticeSettings> {
    const stack = setting({ STACK_ID: Stack.of(this).stackId });
    return together(
      this.#sender.grantSend(actions),
      this.#events.grantUse(actions),
      stack,
      grantChannels(stageAround(this).notices),
    );
  }
}
