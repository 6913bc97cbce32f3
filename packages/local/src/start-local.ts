import type { Addresses } from './address-file/address-file.ts';

export interface LocalOptions {
  /** What `cdk synth` wrote. */
  readonly cdkOut: string;
  /** Where everything that survives a restart is kept. */
  readonly dataDir: string;
  /** Of the service's API; the other APIs take the ports after it. Free ones when absent. */
  readonly port?: number;
  /** Forget all that was kept. */
  readonly fresh?: boolean;
  /** How many times faster the waits of state machines and of redeliveries pass: 5 by default. */
  readonly speed?: number;
  readonly now?: () => Date;
  readonly log: (line: string) => void;
}

export interface Running {
  readonly addresses: Addresses;
  /** Stops every process that was started, and removes `local.json`. */
  stop(): Promise<void>;
}

export declare function startLocal(options: LocalOptions): Promise<Running>;
