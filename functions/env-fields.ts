import { jsonOf } from '@sluice/aws-kit/handlers';
import { lostTimeSchema } from '@sluice/ledger';
import * as z from 'zod';
import { noticeRoutesField } from './notice-routes.ts';

/** A name, an ARN or another text that is not empty. */
export const text = z.string().min(1);

/** Comma-separated addresses, as a list. */
export const emails = text.transform((list): readonly string[] =>
  list.split(',').map((email) => email.trim()),
);

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Whether the stage is paused, so that nothing begins. */
export const paused = flag.optional();

/** Per cent of the hourly limit that the flow leaves to others, from 0 to 90; parsed to a fraction. */
export const reserve = z
  .string()
  .regex(/^([0-8]?[0-9]|90)$/, 'expected per cent, from 0 to 90')
  .transform((percent) => Number(percent) / 100);

/** The time that a restored ledger lost, as JSON. */
export const lostTime = z.string().transform(jsonOf).pipe(lostTimeSchema).optional();

/** A server that gets our credentials: over TLS, except on this machine. */
export const serverUrl = z.url().refine((text) => {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && /^(?:127(?:\.\d+){3}|localhost)$/u.test(hostname));
}, 'expected https');

/** Where people open the console, without a slash at its end. `http` only on this machine. */
export const consoleUrl = z.url({ protocol: /^https?$/u }).refine((text) => {
  const { protocol, hostname, pathname } = new URL(text);
  const isHere = /^(?:127(?:\.\d+){3}|(?:[a-z0-9-]+\.)?localhost)$/u.test(hostname);
  return (protocol === 'https:' || isHere) && pathname === '/' && !text.endsWith('/');
}, 'expected https, and no path');

/** The user pool of the console, as its client. */
const userPoolFields = {
  /** Where people sign in, without a slash at its end: `/oauth2/authorize`, `/oauth2/token` and the others are below it. */
  USER_POOL_URL: serverUrl,
  /** As its tokens name it. */
  USER_POOL_ISSUER: serverUrl,
  USER_POOL_CLIENT_ID: text,
};

/** What sign-in and the authorizer of the console need. */
export const sessionFields = { CONSOLE_TABLE: text, ...userPoolFields };
export type SessionEnv = z.infer<z.ZodObject<typeof sessionFields>>;

/** Where the service undoes imports; absent if it cannot. */
export const revertUrl = serverUrl.optional();

/** Only the local run sets it. A rule of the stacks forbids it in their templates. */
export const allowLoopback = z
  .literal('true')
  .optional()
  .transform((value) => value === 'true');

/** As the stacks give them: an optional one must be named too, so that none is forgotten. */
type Given<Env> = { readonly [Name in keyof Required<Env>]: Env[Name] };

/** Where links in mails open: those to files, for how many days, and those to pages. Without the address there are none. */
export const linkFields = {
  LINKS_URL: serverUrl.optional(),
  CONSOLE_URL: consoleUrl.optional(),
  LINK_DAYS: z.string().regex(/^\d+$/u).transform(Number),
};
export type LinkEnv = z.infer<z.ZodObject<typeof linkFields>>;
export type LinkSettings = Given<z.input<z.ZodObject<typeof linkFields>>>;

/** What every function that sends notices needs. */
export const noticeFields = {
  MAIL_FROM: z.email(),
  /** The configuration set by which SES reports about mails. */
  MAIL_CONFIGURATION_SET: text,
  /** The ARN of the stack, which the commands in mails name. */
  STACK_ID: text,
  NOTICE_ROUTES: noticeRoutesField,
  WEBHOOKS_ALLOW_LOOPBACK: allowLoopback,
};
export type NoticeEnv = z.infer<z.ZodObject<typeof noticeFields>>;
/** Only the local run allows loopback. */
export type NoticeSettings = Given<
  Omit<z.input<z.ZodObject<typeof noticeFields>>, 'WEBHOOKS_ALLOW_LOOPBACK'>
>;
