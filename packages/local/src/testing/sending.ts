import type { Answer, Send } from '../dynamodb/send.ts';
import { TableRequest } from '../dynamodb/table-request.ts';
import type { TableShapes } from '../base/table-shape.ts';
import { Json } from '../base/json.ts';

/** Sends requests about tables of these shapes, written as an operation and its body. */
export function sending(
  send: Send,
  shapes: TableShapes = {},
): (operation: string, body: object) => Promise<Answer> {
  return (operation, body) => send(new TableRequest(operation, Json.ofValue(body), shapes));
}
