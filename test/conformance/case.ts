import type { Caller } from './caller.ts';

/** One fact that must be true of every service of this interface. It makes its own data and changes no other. */
export interface Case {
  /** Where it is written: `§4.1.5` of the interface, `D19` of docs/interface-decisions.md. */
  readonly rule: string;
  readonly title: string;
  readonly run: (site: Caller) => Promise<void>;
}

/** Who demands it: the interface alone, or also a decision of ours about what the interface leaves open. */
export type Demand = 'interface' | 'ours';

/** A rule that names sections of the interface and nothing else is the interface's. */
export const demandOf = ({ rule }: Pick<Case, 'rule'>): Demand =>
  rule.split(', ').every((part) => part.startsWith('§')) ? 'interface' : 'ours';

export const holds = (rule: string, title: string, run: Case['run']): Case => ({ rule, title, run });
