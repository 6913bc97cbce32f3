import { createHash } from 'node:crypto';
import type { Channel, Message } from '@sluice/flow/notify/notifier';
import { jsonOf } from '@sluice/aws-kit/handlers';
import { slackMessage, teamsMessage, type SendOutcome } from '@sluice/answers';
import { signed } from '@sluice/contract/webhooks';
import type { Send, SendResult } from '@sluice/aws-kit/outgoing';
import * as z from 'zod';
import type { HookRoute } from '../notice-routes.ts';

export interface HookOptions {
  /** The text of a secret. */
  readonly readSecret: (secretArn: string) => Promise<string>;
  /** Reaches public addresses over https only. */
  readonly send: Send;
  readonly now: () => Date;
}

/** Either the address alone, or JSON with it and with what signs a webhook. */
const secretSchema = z.union([
  z.object({ url: z.string(), secret: z.string().min(1).optional() }),
  z.string().transform((url) => ({ url: url.trim(), secret: undefined })),
]);

/** A chat, or a receiver of signed notices, behind an address in a secret. */
export function hookChannel({ kind, name, secretArn, hosts }: HookRoute, options: HookOptions): Channel {
  return {
    name,
    send: async (message) => {
      try {
        const text = await options.readSecret(secretArn);
        const { url, secret = '' } = secretSchema.parse(jsonOf(text) ?? text);
        if (!isAllowed(url, hosts)) return { kind: 'refused', code: 'HostNotAllowed' };
        const id = idOf(name, message);
        const body = bodies[kind](message, { id, secret, date: options.now() });
        return outcomeOf(await options.send(url, body, id), id);
      } catch (error) {
        // Its message may quote the secret.
        return { kind: 'failed', code: error instanceof Error ? error.name : 'Unknown' };
      }
    },
  };
}

interface Signing {
  readonly id: string;
  readonly secret: string;
  readonly date: Date;
}

const bodies: Record<HookRoute['kind'], (message: Message, signing: Signing) => string> = {
  slack: ({ mail }) => slackMessage(mail),
  teams: ({ mail }) => teamsMessage(mail),
  // A receiver verifies it as it verifies changes, of which it has none.
  webhook: ({ event, mail, subject }, { id, secret, date }) => {
    const notice = { id, event, ...subject, title: mail.subject, text: mail.brief };
    const payload = { date: date.toISOString(), events: [], notice };
    return signed(payload, secret);
  },
};

/** The same notice has the same id, so that a receiver can drop a repeat. */
function idOf(name: string, { event, mail, subject }: Message): string {
  const about = JSON.stringify([name, event, subject, mail.subject, mail.brief]);
  return createHash('sha256').update(about).digest('hex').slice(0, 32);
}

function isAllowed(url: string, hosts: readonly string[]): boolean {
  const host = URL.canParse(url) ? new URL(url).host.toLowerCase() : '';
  return hosts.some((allowed) => (allowed.startsWith('.') ? host.endsWith(allowed) : host === allowed));
}

/** Answers that another try may change: the receiver is busy or broken. */
const passing = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

function outcomeOf(result: SendResult, id: string): SendOutcome {
  if (result.kind === 'delivered') return { kind: 'sent', messageId: id };
  if (result.kind === 'unreachable') return { kind: 'failed', code: result.reason };
  if (result.kind === 'forbidden') return { kind: 'refused', code: 'AddressNotAllowed' };
  return { kind: passing(result.status) ? 'failed' : 'refused', code: `Http${result.status}` };
}
