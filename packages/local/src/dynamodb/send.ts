import * as z from 'zod';

export interface Answer {
  readonly status: number;
  /** JSON */
  readonly body: string;
}

/** Sends a request to DynamoDB. */
export type Send = (operation: string, body: Readonly<Record<string, unknown>>) => Promise<Answer>;

export const jsonSchema = z.record(z.string(), z.unknown());

/** An option of a request that is absent, or `NONE`. */
export const isNone = (value: unknown): boolean => value === undefined || value === 'NONE';
