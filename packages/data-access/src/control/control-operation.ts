import { parseInput } from '@sluice/contract';
import type { UrlRules } from '@sluice/webhooks';
import type { z } from 'zod';
import type { Blobs } from '../store/blobs.ts';
import type { Store } from '../store/store.ts';
import type { Fault, ImportQueue } from '../services.ts';
import type { DeliveriesQueue } from '../webhooks/messages.ts';

export interface ControlServices {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly queue: ImportQueue;
  readonly deliveries: DeliveriesQueue;
  /** Which URLs webhooks may have. */
  readonly urlRules: UrlRules;
  readonly now: () => Date;
  readonly newId: () => string;
  /** 256 random bits as text. */
  readonly newSecret: () => string;
  readonly sleep: (ms: number) => Promise<void>;
  readonly report: (fault: Fault) => void;
}

/** What help and the documents say of an operation. */
export interface ControlDeclaration {
  /** In one line, beginning with a verb. */
  readonly does: string;
  readonly input: z.ZodObject;
}

/** One operation of the control panel. Who may call it is decided before it is reached, by AWS or by the local front. */
export interface ControlOperation extends ControlDeclaration {
  readonly run: (body: unknown, services: ControlServices) => Promise<object>;
}

/** Its input is parsed before `run` sees it. */
export function controlOperation<S extends z.ZodObject>({
  does,
  input,
  run,
}: {
  does: string;
  input: S;
  run: (input: z.output<S>, services: ControlServices) => Promise<object>;
}): ControlOperation {
  return { does, input, run: async (body, services) => run(parseInput(input, body), services) };
}
