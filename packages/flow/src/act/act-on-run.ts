import type { HttpRequest, HttpResponse } from '@sluice/lambda-kit';
import { log, noteInLog } from '@sluice/lambda-kit';
import { choices, runView, type Run } from '@sluice/ledger';
import { z } from 'zod';
import { failure, jsonOf, pathOf, success } from '@sluice/lambda-kit';
import type { ActOutcome, ActServices } from './acts.ts';
import { approve } from './approve.ts';
import { cancel } from './cancel.ts';
import { decide } from './decide.ts';
import { undo } from './undo.ts';

/** Whom a caller names where no credentials do: on this machine alone. */
const named = { by: z.string().trim().min(1).max(100).optional() };

/** Of a service that may not be ours: whatever it calls its imports, without spaces. */
const importIdSchema = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'expected the id of an import');

const decideSchema = z.strictObject({
  ...named,
  batch: z.int().min(1).optional(),
  choice: z.enum(choices),
  importId: importIdSchema.optional(),
});

const approveSchema = z.strictObject({
  ...named,
  /** Of the plan that the person has seen: the first 8 hexadecimal digits of its sha256, or more. */
  plan: z
    .string()
    .regex(/^[0-9a-f]{8,64}$/, 'expected the first 8 digits of the plan, or more')
    .optional(),
});

interface Asked {
  readonly by?: string | undefined;
  readonly act: (run: Run, by: string, services: ActServices) => Promise<ActOutcome>;
}
type Action = (body: unknown) => Asked | z.ZodError;

/** Of each act what it takes, and what it does. */
const actions: ReadonlyMap<string, Action> = new Map([
  ['approve', action(approveSchema, approve)],
  ['cancel', action(z.strictObject(named), cancel)],
  ['decide', action(decideSchema, decide)],
  ['undo', action(z.strictObject(named), undo)],
]);

function action<Input extends { by?: string | undefined }>(
  schema: z.ZodType<Input>,
  act: (run: Run, asked: Input & { by: string }, services: ActServices) => Promise<ActOutcome>,
): Action {
  return (body) => {
    const parsed = schema.safeParse(body);
    if (!parsed.success) return parsed.error;
    const input = parsed.data;
    return { by: input.by, act: (run, by, services) => act(run, { ...input, by }, services) };
  };
}

/** `POST /runs/{runId}/cancel`, and the like: answers the run as it stands then. */
export async function actOnRun(request: HttpRequest, services: ActServices): Promise<HttpResponse> {
  const [collection, runId = '', name = '', ...more] = pathOf(request.path);
  const found = actions.get(name);
  if (request.method !== 'POST' || collection !== 'runs' || found === undefined || more.length > 0)
    return failure(404, 'not_found', `Expected: POST /runs/{runId}/${[...actions.keys()].join(' | ')}.`);
  const asked = found(jsonOf(request.body));
  if (asked instanceof z.ZodError) return failure(400, 'invalid_request', problemsOf(asked));
  const run = await services.ledger.run(runId);
  if (run === undefined) return failure(404, 'not_found', 'There is no run with this id.');
  noteInLog({ runId });
  // Who signed the request is known for sure; a name in it counts only where nobody signs.
  const by = request.caller ?? asked.by ?? 'somebody';
  const acted = await asked.act(run, by, services);
  log.info('run_action', { runId, act: name, outcome: acted.kind });
  if (acted.kind === 'refused')
    return failure(acted.code === 'conflict' ? 409 : 400, acted.code, acted.message);
  const now = (await services.ledger.run(runId)) ?? run;
  return success(runView(now, await services.ledger.submissions(runId), services.now()));
}

function problemsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ');
}
