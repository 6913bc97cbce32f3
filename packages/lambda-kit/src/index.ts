export { log, logAbout, noteInLog, type Fact, type Facts, type Log } from './log.ts';
export { counted, createMeter, lasted, type Meter, type MetricDefinition } from './meter.ts';
export { failure, jsonOf, pathOf, success } from './json-response.ts';
export {
  sqsFunction,
  type RecordContext,
  type SqsDefinition,
  type SqsEvent,
  type SqsResponse,
} from './sqs-function.ts';
export {
  httpFunction,
  type HttpDefinition,
  type HttpEvent,
  type HttpRequest,
  type HttpResponse,
  type HttpResult,
} from './http-function.ts';
export { taskFunction, type TaskDefinition } from './task-function.ts';
export type { Definition, Invocation, LambdaContext } from './invocation.ts';
