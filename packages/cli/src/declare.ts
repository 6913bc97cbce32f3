import type { Command } from 'commander';
import type { Invocation } from './commands/index.ts';

/** Declares commands to commander; a command that is called goes to `found`, with its options. */
export type Declare = (program: Command, found: (invocation: Invocation) => void) => void;
