import {
  failure,
  jsonOf,
  log,
  noteInLog,
  pathOf,
  success,
  type HttpRequest,
  type HttpResponse,
} from '@sluice/aws-kit/handlers';
import { runView, type Run } from '@sluice/ledger';
import * as z from 'zod';
import { named, type Act, type ActOutcome, type Actor, type ActServices } from './acts.ts';
import { approve, approveSchema } from './approve.ts';
import { cancel } from './cancel.ts';
import { decide, decideSchema } from './decide.ts';
import { requestOf } from './request-of.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import { undo } from './undo.ts';

interface ActRequest {
  readonly by?: string | undefined;
  readonly act: (run: Run, actor: Actor, services: ActServices) => Promise<ActOutcome>;
}
type Action = (body: unknown) => ActRequest | { readonly refused: HttpResponse };

const actions: ReadonlyMap<string, Action> = new Map([
  ['approve', defineAction(approveSchema, approve)],
  ['cancel', defineAction(z.strictObject(named), cancel)],
  ['decide', defineAction(decideSchema, decide)],
  ['undo', defineAction(z.strictObject(named), undo)],
]);

function defineAction<Input extends { by?: string | undefined }>(
  schema: z.ZodType<Input>,
  act: Act<Input>,
): Action {
  return (body) => {
    const parsed = requestOf(schema, body);
    if ('refused' in parsed) return parsed;
    const input = parsed.data;
    return { by: input.by, act: (run, actor, services) => act(run, { ...input, ...actor }, services) };
  };
}

/** `POST /runs/{runId}/cancel`, and the like. Returns the run afterwards. */
export const actOnRun = refuseUnreadable(act);

async function act(request: HttpRequest, services: ActServices): Promise<HttpResponse> {
  const [collection, runId = '', name = '', ...more] = pathOf(request.path);
  const action = actions.get(name);
  if (request.method !== 'POST' || collection !== 'runs' || action === undefined || more.length > 0)
    return failure(404, 'not_found', `Expected: POST /runs/{runId}/${[...actions.keys()].join(' | ')}.`);
  const parsed = action(jsonOf(request.body));
  if ('refused' in parsed) return parsed.refused;
  const run = await services.ledger.run(runId);
  if (run === undefined) return failure(404, 'not_found', 'There is no run with this id.');
  noteInLog({ runId });
  // A signature or a session is certain; a name in the body counts only without one.
  const by = request.caller ?? parsed.by ?? 'somebody';
  const result = await parsed.act(run, { by, principal: request.principal }, services);
  log.info('run_action', { runId, act: name, outcome: result.kind });
  if (result.kind === 'refused')
    return failure(result.code === 'conflict' ? 409 : 400, result.code, result.message);
  const now = (await services.ledger.run(runId)) ?? run;
  return success(runView(now, await services.ledger.submissions(runId), services.now()));
}
