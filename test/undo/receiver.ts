import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const event = z.object({
  action: z.string(),
  docId: z.string(),
  diff: z.record(z.string(), z.unknown()).optional(),
});
export type ToldEvent = z.infer<typeof event>;
const envelope = z.object({ payload: z.object({ events: z.array(event) }) });

/** A receiver on this machine that takes every delivery. */
export async function startReceiver() {
  const events: ToldEvent[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      events.push(...envelope.parse(JSON.parse(body)).payload.events);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/changes`,
    events,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
