import { parseInput } from '@sluice/contract';
import type { z } from 'zod';
import type { Blobs } from '../store/blobs.ts';
import type { Store } from '../store/store.ts';
import type { Fault } from '../services.ts';

export interface ControlServices {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly now: () => Date;
  readonly newId: () => string;
  /** 256 random bits as text. */
  readonly newSecret: () => string;
  readonly report: (fault: Fault) => void;
}

/** One operation of the control panel. Who may call it is decided before it is reached, by AWS or by the local front. */
export interface ControlOperation {
  readonly run: (body: unknown, services: ControlServices) => Promise<object>;
}

/** Its input is parsed before `run` sees it. */
export function controlOperation<S extends z.ZodType>(
  input: S,
  run: (input: z.output<S>, services: ControlServices) => Promise<object>,
): ControlOperation {
  return { run: async (body, services) => run(parseInput(input, body), services) };
}
