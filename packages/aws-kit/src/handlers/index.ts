export { log, logAbout, noteInLog, type Fact, type Facts } from './log.ts';
export { counted, createMeter, lasted, type MetricDefinition } from './meter.ts';
export { failure, jsonOf, pathOf, success } from './json-response.ts';
export { sqsFunction, type FailedMessage, type SqsDefinition } from './sqs-function.ts';
export {
  authorizerFunction,
  type AuthorizerEvent,
  type AuthorizerRequest,
  type Decision,
} from './authorizer-function.ts';
export { httpFunction, type HttpRequest, type HttpResponse, type HttpResult } from './http-function.ts';
export { taskFunction } from './task-function.ts';
export type { Definition, Invocation } from './invocation.ts';
