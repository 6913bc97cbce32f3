import type { Json } from '../base/json.ts';
import type { TableRequest } from './table-request.ts';

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** Sends a request to DynamoDB. */
export type Send = (request: TableRequest) => Promise<Answer>;

/** An option of a request that is absent, or `NONE`. */
export const isNone = (value: unknown): boolean => value === undefined || value === 'NONE';
