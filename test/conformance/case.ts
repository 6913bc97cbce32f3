import type { Caller } from './caller.ts';

/** One fact that must be true of every service of this interface. It makes its own data and changes no other. */
export interface Case {
  /** Where it is written: `§4.1.5` of the interface, `D19` of docs/interface-decisions.md. */
  readonly rule: string;
  readonly title: string;
  readonly run: (site: Caller) => Promise<void>;
}

export const holds = (rule: string, title: string, run: Case['run']): Case => ({ rule, title, run });
