import { are, counted, number } from '@sluice/contract/words';
import { commandLine } from '../io/shell.ts';
import type { DropGroup } from '../system/user-pool.ts';
import { fine, missing, type Verdict } from './finding.ts';

/** An address that mails come from; `absent`: SES knows neither it nor its domain. */
export interface SenderState {
  readonly from: string;
  readonly identity: 'verified' | 'pending' | 'absent';
}

export function judgeSenders(senders: readonly SenderState[]): Verdict[] {
  return senders.map(({ from, identity }) => {
    if (identity === 'verified') return fine(`SES has verified ${from}.`);
    return identity === 'pending'
      ? missing(`SES has not verified ${from}: no mail is sent.`, 'Follow the link that SES mailed to it.')
      : missing(
          `SES does not know ${from} or its domain: no mail is sent.`,
          'Verify it in SES, in the region of the stack, or set mail.identities to create.',
        );
  });
}

export interface MailAccount {
  readonly isInProduction: boolean;
  readonly isSending: boolean;
}

export function judgeMailAccount({ isInProduction, isSending }: MailAccount): Verdict[] {
  if (!isSending)
    return [missing('SES sends nothing for this account.', 'Its SES console says why, and how to go on.')];
  return [
    isInProduction
      ? fine('SES mails to every address.')
      : missing(
          'The account is in the SES sandbox: it mails only to verified addresses.',
          'Request production access in the SES console.',
        ),
  ];
}

/** `none`: nobody has put a token into the secret. */
export type TokenState =
  | { readonly kind: 'none' }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly why: string };

export function judgeToken(token: TokenState): Verdict[] {
  if (token.kind === 'accepted') return [fine("The service accepts the flow's token.")];
  const text =
    token.kind === 'none' ? 'The flow has no token.' : `The service refuses the flow's token: ${token.why}`;
  return [
    missing(text, 'Put a working one into the secret: "Give the flow its token" in docs/deploying.md.'),
  ];
}

export interface Concurrency {
  /** The account's quota. */
  readonly quota: number;
  /** What no function has reserved. */
  readonly unreserved: number;
  /** How many invocations the queues of the stack may cause at once. */
  readonly workers: number;
}

export function judgeConcurrency({ quota, unreserved, workers }: Concurrency): Verdict[] {
  const needed = `The queues of the stack need ${counted(workers, 'concurrent execution')} of Lambda`;
  const text = `${needed}; ${number(unreserved)} of the account's ${number(quota)} are free.`;
  return [
    unreserved > workers
      ? fine(text)
      : missing(
          `${text} Requests and imports may have to wait.`,
          'Request a higher quota of concurrent executions of Lambda in Service Quotas, or set fewer workers.',
        ),
  ];
}

export interface TopicState {
  /** The name of the topic. */
  readonly name: string;
  readonly confirmed: number;
  readonly pending: number;
}

export function judgeTopics(topics: readonly TopicState[]): Verdict[] {
  return topics.map(({ name, confirmed, pending }) => {
    const link =
      'Follow the link in the mail of "AWS Notifications"; after three days deploy again for a new one.';
    if (confirmed === 0 && pending === 0)
      return missing(`Nobody subscribes to ${name}.`, 'Set mail.alarmsTo and deploy, or subscribe in SNS.');
    return pending === 0
      ? fine(`${name} has a confirmed subscription.`)
      : missing(
          `${pending} of ${confirmed + pending} subscriptions to ${name} ${are(pending)} not confirmed.`,
          link,
        );
  });
}

export interface SwitchState {
  readonly name: string;
  /** As AWS answers it: `Enabled`, `DISABLED`. */
  readonly state: string;
}

/** Switches go by other states only for seconds. */
const isOn = ({ state }: SwitchState): boolean => /^(?:enabled|enabling|creating|updating)$/iu.test(state);

const judgeSwitches =
  (what: string, todo: (off: SwitchState) => string) =>
  (switches: readonly SwitchState[]): Verdict[] => {
    const off = switches.filter((one) => !isOn(one));
    if (off.length === 0) return [fine(`${counted(switches.length, what)} enabled.`)];
    return off.map((one) => missing(`The ${what} ${one.name} is ${one.state.toLowerCase()}.`, todo(one)));
  };

export const judgeMappings = judgeSwitches(
  'event source mapping',
  ({ name }) => `Enable it: aws lambda update-event-source-mapping --enabled --uuid ${name}`,
);
export const judgeSchedules = judgeSwitches(
  'schedule',
  () => 'Enable it in the console of EventBridge Scheduler.',
);

export interface TableState {
  readonly name: string;
  /** Against deletion. */
  readonly isProtected: boolean;
  /** To any second of the last weeks. */
  readonly isRestorable: boolean;
}

export function judgeTables(tables: readonly TableState[]): Verdict[] {
  return tables.flatMap(({ name, isProtected, isRestorable }) => {
    const lacks = [
      isRestorable
        ? []
        : missing(
            `${name} cannot be restored to a point in time.`,
            `Turn it on: aws dynamodb update-continuous-backups --table-name ${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
          ),
      isProtected
        ? []
        : missing(
            `${name} is not protected against deletion.`,
            `Protect it: aws dynamodb update-table --table-name ${name} --deletion-protection-enabled`,
          ),
    ].flat();
    return lacks.length > 0
      ? lacks
      : [fine(`${name} can be restored to a point in time, and is protected against deletion.`)];
  });
}

export interface QueueState {
  readonly arn: string;
  readonly messages: number;
  /** Where its messages go that fail too often. */
  readonly deadLetters?: string | undefined;
}

export function judgeDeadLetters(queues: readonly QueueState[]): Verdict[] {
  const targets = new Set(queues.map(({ deadLetters }) => deadLetters));
  const full = queues.filter(({ arn, messages }) => targets.has(arn) && messages > 0);
  if (full.length === 0) return [fine('No queue has failed messages.')];
  return full.map(({ arn, messages }) =>
    missing(
      `${arn.split(':').at(-1)} has ${counted(messages, 'failed message')}.`,
      `Find its alarm in docs/runbook.md; \`${commandLine('redrive')}\` retries those of drops and batches.`,
    ),
  );
}

const announced = ['inbox/', 'migrations/'];

/** @param prefixes the beginnings of the keys that the bucket announces */
export function judgeAnnouncements(prefixes: readonly string[]): Verdict[] {
  const silent = announced.filter((prefix) => !prefixes.includes(prefix));
  if (silent.length === 0) return [fine('The drop bucket announces what arrives.')];
  return silent.map((prefix) =>
    missing(
      `The drop bucket does not announce ${prefix}: what arrives there is found up to 15 minutes late.`,
      'Deploy again; something has replaced the notifications of the bucket.',
    ),
  );
}

/** @param groups those that say where their people may drop; undefined without a console */
export function judgeDroppers(groups: readonly DropGroup[] | undefined): Verdict[] {
  if (groups === undefined) return [fine('There is no console: IAM alone says who may drop where.')];
  if (groups.length > 0) return groups.map(({ name, folders }) => fine(`The group ${name} ${folders}.`));
  return [fine('Every dropper of the console may drop into every folder: dropFolders is not set.')];
}
