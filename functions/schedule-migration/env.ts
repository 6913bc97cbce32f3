import { z } from 'zod';

export const scheduleMigrationEnv = z.object({
  DROP_BUCKET: z.string().min(1),
  /** The schedules of this stack, and of no other. */
  SCHEDULE_GROUP: z.string().min(1),
  MIGRATIONS_MACHINE_ARN: z.string().min(1),
  /** Assumed by the schedules to start the machine. */
  SCHEDULE_ROLE_ARN: z.string().min(1),
  /** Where starts go that the machine did not take. */
  SCHEDULE_DEAD_LETTERS_ARN: z.string().min(1),
  MAIL_FROM: z.email(),
  /** Of SES: says where it tells what became of a mail. */
  MAIL_CONFIGURATION_SET: z.string().min(1),
  /** Who is told of a file that is wrong: comma-separated. */
  DEFAULT_EMAILS: z.string().min(1),
});
export type ScheduleMigrationEnv = z.infer<typeof scheduleMigrationEnv>;
