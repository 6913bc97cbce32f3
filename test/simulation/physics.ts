/** A request that leaves its process: a client and its command. */
interface Call {
  readonly client: string;
  readonly command: string;
}

/** What takes time in the cloud, and how much of it goes on at once. Without it, an effect takes a moment, and whatever is due begins. */
export interface Physics {
  /** Milliseconds of processor time that this Node has used so far. */
  readonly processor: () => number;
  /** How long a millisecond of it takes in a function. */
  readonly slowness: (step: string) => number;
  /** Until an invocation begins. */
  readonly startMs: (step: string, isCold: boolean) => number;
  /** Until a request of this process has its effect. */
  readonly thereMs: (call: Call) => number;
  /** From its effect to its answer. */
  readonly backMs: (call: Call) => number;
  /** Until a message that was sent can be received. */
  readonly messageMs: (queue: string) => number;
  /** How many invocations a queue has at once, so many milliseconds after it has become busy. */
  readonly consumers: (queue: string, busyMs: number) => number;
  /** So many transitions of a state machine. */
  readonly transitionsMs: (count: number) => number;
  /** Receives each invocation that is over. */
  readonly ran?: (step: string, from: number, to: number) => void;
}
