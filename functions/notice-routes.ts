import { jsonOf } from '@sluice/aws-kit/handlers';
import { noticeEvents } from '@sluice/answers';
import * as z from 'zod';

export { noticeEvents };

/** Those that go to a channel; all of them if it names none. */
const events = z.array(z.enum(noticeEvents)).readonly().optional();
const name = z.string().regex(/^[a-z][\w-]{0,30}$/u);

/** A chat or a receiver at an address that only a secret has. */
const hookSchema = z.object({
  kind: z.enum(['slack', 'teams', 'webhook']),
  name,
  secretArn: z.string(),
  /** The hosts that it may lead to; one that begins with a dot stands for every host below it. */
  hosts: z.array(z.string()).readonly(),
  events,
});
export type HookRoute = z.infer<typeof hookSchema>;

const topicSchema = z.object({ kind: z.literal('topic'), name, topicArn: z.string(), events });

const noticeRoutesSchema = z.object({
  /** What the mails to the addresses of a profile or of the settings are about. */
  emailEvents: events,
  /** Whoever dropped a file gets its mails, if they are known by an address of one of these domains. */
  dropper: z.object({ domains: z.array(z.string()).readonly(), events }).optional(),
  channels: z.array(z.discriminatedUnion('kind', [hookSchema, topicSchema])).readonly(),
});
export type NoticeRoutes = z.infer<typeof noticeRoutesSchema>;

/** As a variable of a function: JSON. Absent where all notices are mails. */
export const noticeRoutesField = z
  .string()
  .default('{"channels":[]}')
  .transform(jsonOf)
  .pipe(noticeRoutesSchema);
