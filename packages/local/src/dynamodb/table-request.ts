import * as z from 'zod';
import type { Access } from '../iam/policy.ts';
import { dynamoDbAccesses } from '../iam/dynamodb-requests.ts';
import { Json } from '../base/json.ts';
import { partitionKeyIn, type TableShapes } from '../base/table-shape.ts';
import { writtenBy, type Written } from './written-items.ts';

type Members = Readonly<Record<string, unknown>>;

export const membersSchema = z.custom<Members>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an object was expected',
);

/** A request to DynamoDB. What it reads and writes is found once, for all that ask. */
export class TableRequest {
  readonly operation: string;
  readonly body: Json;
  readonly shapes: TableShapes;
  #members: Members | undefined;
  #accesses: readonly Access[] | undefined;
  #written: readonly Written[] | undefined;

  constructor(operation: string, body: Json, shapes: TableShapes) {
    this.operation = operation;
    this.body = body;
    this.shapes = shapes;
  }

  /** @throws SyntaxError, ZodError */
  get members(): Members {
    return (this.#members ??= membersSchema.parse(this.body.value));
  }

  /** What IAM checks. @throws when the request is not understood here */
  get accesses(): readonly Access[] {
    return (this.#accesses ??= dynamoDbAccesses(this.operation, this.members, (resource) =>
      partitionKeyIn(this.shapes, resource),
    ));
  }

  /** The items that it writes, in tables that are known. */
  get written(): readonly Written[] {
    return (this.#written ??= writtenBy(this.operation, this.members, this.shapes));
  }

  /** The same request with these options, which do not change what it writes. */
  with(options: Members): TableRequest {
    const changed = this.as(this.operation, { ...this.members, ...options });
    changed.#written = this.#written;
    return changed;
  }

  /** Another request to the same tables. */
  as(operation: string, members: Members): TableRequest {
    return new TableRequest(operation, Json.ofValue(members), this.shapes);
  }
}
