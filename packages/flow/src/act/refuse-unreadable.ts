import { failure, log, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import { LedgerError } from '@sluice/ledger';

type Answer<Services> = (request: HttpRequest, services: Services) => Promise<HttpResponse>;

/** An item that this version cannot read is refused with what to do, since another try cannot help. */
export function refuseUnreadable<Services>(answer: Answer<Services>): Answer<Services> {
  return async (request, services) => {
    try {
      return await answer(request, services);
    } catch (error) {
      if (!(error instanceof LedgerError && error.code === 'item_unreadable')) throw error;
      log.error('ledger_item_unreadable', error, { method: request.method });
      return failure(409, error.code, `${error.message} See "unreadable-runs" in docs/runbook.md.`);
    }
  };
}
