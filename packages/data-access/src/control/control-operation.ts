import { ApiError, parseInput } from '@sluice/contract';
import type { UrlRules } from '@sluice/webhooks';
import type { z } from 'zod';
import type { Writing } from '../records/fields.ts';
import type { Services } from '../services.ts';
import type { DeliveriesQueue } from '../webhooks/messages.ts';

export interface ControlServices extends Omit<Services, 'signingKey' | 'refused'> {
  readonly deliveries: DeliveriesQueue;
  readonly urlRules: UrlRules;
  /** 256 random bits as text. */
  readonly newSecret: () => string;
}

/** What the help and the documentation show about an operation. */
export interface ControlDeclaration {
  /** One line that begins with a verb. */
  readonly does: string;
  readonly input: z.ZodObject;
}

/** One operation of the control panel. AWS or the local front checks who may call it. */
export interface ControlOperation extends ControlDeclaration {
  readonly run: (body: unknown, services: ControlServices) => Promise<object>;
}

interface Declared<Input> extends ControlDeclaration {
  readonly input: z.ZodObject & z.ZodType<Input>;
  readonly run: (input: Input, services: ControlServices) => Promise<object>;
}

/** Parses the input before `run` gets it. */
export const controlOperation = <Input>({ does, input, run }: Declared<Input>): ControlOperation => ({
  does,
  input,
  run: async (body, services) => run(parseInput<z.ZodType<Input>>(input, body), services),
});

/** An operation on a site. An unknown site is not_found. */
export const siteOperation = <Input extends { readonly siteId: string }>({
  run,
  ...declared
}: Declared<Input>) =>
  controlOperation<Input>({
    ...declared,
    run: async (input, services) => {
      if (await services.store.access.site(input.siteId)) return run(input, services);
      throw new ApiError('not_found', 'siteId: expected the id of a site, as listSites answers it.');
    },
  });

/** The writer and time of a record that the control panel writes. */
export const writingOf = ({ now, newId }: Pick<ControlServices, 'now' | 'newId'>): Writing => ({
  writer: `control ${newId()}`,
  importId: null,
  date: now().toISOString(),
});
