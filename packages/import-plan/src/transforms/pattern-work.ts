import { reasonOf } from '@sluice/contract';
import { PlanError } from '../plan-error.ts';

/** On one processor, the slowest pattern takes two minutes for as many. */
const mostSteps = 4_000_000_000;

/** Counts the steps that the patterns of a profile may take over a file: one for each character and each instruction. */
export class PatternWork {
  readonly #most: number;
  #steps = 0;

  /** @param most lower than the stated limit, for tests */
  constructor(most = mostSteps) {
    this.#most = most;
  }

  /** @throws PlanError if the file takes too many */
  spend(characters: number, instructions: number): void {
    this.#steps += characters * instructions;
    if (this.#steps > this.#most)
      throw new PlanError(reasonOf('slow_patterns', { most: this.#most.toLocaleString('en-US') }));
  }
}
