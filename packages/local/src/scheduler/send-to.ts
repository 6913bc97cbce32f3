import { LocalError } from '../local-error.ts';
import type { Machine } from '../machine/machine.ts';

/** Sends an input to the target of a schedule. @throws LocalError for one that cannot be a target here */
export function sendTo(
  { functions, sqs, states }: Pick<Machine, 'functions' | 'sqs' | 'states'>,
  target: string,
  input: string,
): Promise<void> | void {
  if (target.includes(':lambda:')) return functions.invokeLater(target, input);
  if (target.includes(':sqs:')) return sqs.send(target, input);
  if (target.includes(':stateMachine:')) return states.start(target, input);
  throw new LocalError('template_unsupported', `${target} cannot be the target of a schedule here.`);
}
