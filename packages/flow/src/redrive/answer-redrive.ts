import type { HttpRequest, HttpResponse } from '@sluice/lambda-kit';
import { failure, success } from '@sluice/lambda-kit';
import { redrive, type RedriveServices } from './redrive.ts';

/** `POST /redrive`: answers what became of each dead letter. */
export async function answerRedrive(request: HttpRequest, services: RedriveServices): Promise<HttpResponse> {
  if (request.method !== 'POST') return failure(405, 'method_not_allowed', 'Expected: POST.');
  return success(await redrive(services));
}
