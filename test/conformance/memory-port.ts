import { startService } from '@sluice/data-access/testing/service';
import type { ControlPanel } from './prepare.ts';
import type { Port } from './port.ts';

/** The whole service in this process, without network and AWS. The cases move its clock. */
export function memoryPort(service = startService()): { port: Port; control: ControlPanel } {
  let drained = Promise.resolve();
  const pass = (ms: number): Promise<void> => {
    service.advance(ms);
    // One worker: concurrent cases share one clock and would let every lease expire.
    drained = drained.then(() => service.drain());
    return drained;
  };
  // A request that waits for an import lets the queue be worked on.
  Object.assign(service.services, { sleep: pass });
  const port: Port = {
    send: async (path, { method = 'POST', headers = {}, body = '' }) => {
      service.advance(1);
      const url = new URL(path, 'http://service/');
      const { response } = await service.post(url.pathname, {
        method,
        query: Object.fromEntries(url.searchParams),
        headers: inLowerCase(headers),
        body: typeof body === 'string' ? body : Buffer.from(body).toString('utf8'),
      });
      return {
        status: response.status,
        headers: inLowerCase(response.headers),
        bytes: typeof response.body === 'string' ? Buffer.from(response.body) : response.body,
      };
    },
    pass,
  };
  const control: ControlPanel = async (operation, input) => {
    const { ok, body, message } = await service.control(operation, input);
    if (ok) return body;
    throw new Error(`The control panel refused ${operation}: ${message}`);
  };
  return { port, control };
}

const inLowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
