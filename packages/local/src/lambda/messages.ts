import * as z from 'zod';

/** What the main thread passes to a function's thread when it starts. */
export interface Start {
  /** The folder of the bundle. */
  readonly folder: string;
  /** As in the template: `index.handler`. */
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
}

export interface Job {
  readonly requestId: string;
  /** JSON */
  readonly event: string;
  /** Milliseconds since 1970. */
  readonly deadline: number;
}

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
