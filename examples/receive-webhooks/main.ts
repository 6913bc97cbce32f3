import { createServer } from 'node:http';
import { createReceiver } from './receiver.ts';
import { readSettings } from './settings.ts';

const { secret, port } = readSettings();
const receiver = createReceiver({ secret, now: () => new Date(), print: (line) => console.log(line) });

createServer(receiver).listen(port, '127.0.0.1', () => {
  console.log(`Waiting for deliveries at http://127.0.0.1:${port}/`);
});
