/** Of runs and of starts of migrations alike. */
export {
  isKnownMailEvent,
  mailEventKinds,
  mailEventSchema,
  withMailEvent,
  type MailEvent,
  type MailEventKind,
} from '@sluice/migrations';
