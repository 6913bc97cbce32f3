export { createLog, log, logAbout, noteInLog, type Fact, type Facts, type Log, type Measure } from './log.ts';
export { counted, createMeter, lasted, type Meter, type MetricDefinition, type Unit } from './meter.ts';
export { failure, jsonOf, pathOf, success } from './json-response.ts';
export { EnvError } from './env.ts';
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
