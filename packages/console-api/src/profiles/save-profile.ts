import { failure, type HttpRequest, type HttpResponse } from '@sluice/lambda-kit';

export async function saveProfile(_request: HttpRequest, _services: object): Promise<HttpResponse> {
  return failure(501, 'not_built', 'This is not built yet.');
}
