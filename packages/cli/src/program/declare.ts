import type { Command } from 'commander';
import type { Invocation } from '../commands/index.ts';

/** Declares commands to commander, and passes the one that is called to `found`, with its options. */
export type Declare = (program: Command, found: (invocation: Invocation) => void) => void;
