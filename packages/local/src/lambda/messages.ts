import * as z from 'zod';

/** What the main thread passes to a function's thread when it starts. */
export const startSchema = z.object({
  /** The folder of the bundle. */
  folder: z.string(),
  /** As in the template: `index.handler`. */
  handler: z.string(),
  functionName: z.string(),
  functionArn: z.string(),
  memoryMb: z.int(),
});
export type Start = z.infer<typeof startSchema>;

export const jobSchema = z.object({
  requestId: z.string(),
  /** JSON */
  event: z.string(),
  /** Milliseconds since 1970. */
  deadline: z.number(),
});
export type Job = z.infer<typeof jobSchema>;

/** Lambda's answer to a failed invocation. */
export const failureSchema = z.object({
  errorType: z.string(),
  errorMessage: z.string(),
  trace: z.array(z.string()).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** What a function's thread reports to the main thread. */
export const reportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('notReady'), failure: failureSchema }),
  z.object({ kind: z.literal('answered'), requestId: z.string(), payload: z.string() }),
  z.object({ kind: z.literal('failed'), requestId: z.string(), failure: failureSchema }),
]);
export type Report = z.infer<typeof reportSchema>;
