import type { HttpRequest, HttpResponse } from '@sluice/lambda-kit';
import { pathOf } from '@sluice/lambda-kit';
import { answerHistory, type HistoryServices } from './history.ts';
import { answerMigrations, type MigrationHistoryServices } from './migrations.ts';

/** Of runs and of migrations, by the first part of the path. */
export function answer(
  request: HttpRequest,
  services: HistoryServices & MigrationHistoryServices,
): Promise<HttpResponse> {
  const [collection] = pathOf(request.path);
  return collection === 'migrations' ? answerMigrations(request, services) : answerHistory(request, services);
}
