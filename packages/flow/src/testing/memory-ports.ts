import type { Mail, Mailer, SendOutcome } from '@sluice/answers';
import type { Machine, Queue } from '../ports.ts';

export interface MemoryQueue<Message> extends Queue<Message> {
  readonly messages: Message[];
}

export function createMemoryQueue<Message>(): MemoryQueue<Message> {
  const messages: Message[] = [];
  return {
    messages,
    send: async (more) => {
      messages.push(...more);
    },
  };
}

export interface MemoryMachine extends Machine {
  /** Every execution by name, with the state that its next step gets. */
  readonly executions: Map<string, { state: unknown; running: boolean }>;
}

export function createMemoryMachine(): MemoryMachine {
  const executions: MemoryMachine['executions'] = new Map();
  return {
    executions,
    start: async ({ name, input }) => {
      if (executions.has(name)) return 'exists';
      executions.set(name, { state: input, running: true });
      return 'started';
    },
    isRunning: async (name) => executions.get(name)?.running ?? false,
  };
}

export interface MemoryMailer extends Mailer {
  readonly sent: { readonly to: readonly string[]; readonly mail: Mail; readonly tags: object }[];
  /** What the next calls answer instead of `sent`, in this order. */
  readonly next: SendOutcome[];
}

export function createMemoryMailer(): MemoryMailer {
  const sent: MemoryMailer['sent'] = [];
  const next: SendOutcome[] = [];
  return {
    sent,
    next,
    send: async (to, mail, tags = {}) => {
      const outcome = next.shift() ?? { kind: 'sent', messageId: `m${sent.length + 1}` };
      if (outcome.kind === 'sent') sent.push({ to, mail, tags });
      return outcome;
    },
  };
}
