import { ofApproving } from './approving.ts';
import { ofGuarding } from './guarding.ts';
import { ofTheLedger } from './ledger.ts';
import type { Mutant } from './mutant.ts';
import { ofSending } from './sending.ts';
import { ofSimulation } from './simulated.ts';
import { ofTracking } from './tracking.ts';

/** Bugs that somebody could make; each has to be noticed. */
export const mutants: readonly Mutant[] = [
  ...ofSending,
  ...ofTracking,
  ...ofTheLedger,
  ...ofSimulation,
  ...ofApproving,
  ...ofGuarding,
];
