import { ofApproving } from './approving.ts';
import { ofAttacking } from './attacking.ts';
import { ofTheConsole } from './console.ts';
import { ofGuarding } from './guarding.ts';
import { ofListing } from './listing.ts';
import { ofTheLedger } from './ledger.ts';
import { ofFilling } from './filling.ts';
import type { Mutant } from './mutant.ts';
import { ofSealing } from './sealing.ts';
import { ofSending } from './sending.ts';
import { ofSimulation } from './simulated.ts';
import { ofTracking } from './tracking.ts';

/** Holes in the security, which an attacker would look for. */
export const holes: readonly Mutant[] = [...ofApproving, ...ofGuarding, ...ofAttacking, ...ofTheConsole];

/** Bugs that somebody could make; each has to be noticed. */
export const mutants: readonly Mutant[] = [
  ...ofSending,
  ...ofTracking,
  ...ofTheLedger,
  ...ofFilling,
  ...ofSealing,
  ...ofSimulation,
  ...ofListing,
  ...holes,
];
