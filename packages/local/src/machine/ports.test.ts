import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../testing/temp-dir.ts';
import { Ports } from './ports.ts';

function server(): Server {
  const made = createServer();
  onTestFinished(() => void made.close());
  return made;
}

test('a service gets the port that it had before, on the loopback interface', async () => {
  const file = join(tempDir(), 'ports.json');
  const first = server();
  const port = await new Ports(file).listen('s3', first);
  expect(first.address()).toMatchObject({ address: '127.0.0.1', port } satisfies Partial<AddressInfo>);
  await new Promise((resolve) => first.close(resolve));
  expect(await new Ports(file).listen('s3', server())).toBe(port);
});

test('a service whose port is taken gets another one', async () => {
  const file = join(tempDir(), 'ports.json');
  const port = await new Ports(file).listen('s3', server());
  expect(await new Ports(file).listen('s3', server())).not.toBe(port);
});

test('a port that was asked for and is taken is refused by name', async () => {
  const ports = new Ports(join(tempDir(), 'ports.json'));
  const port = await ports.listen('other', server());
  ports.ask('api', port);
  await expect(ports.listen('api', server())).rejects.toThrow(
    `Port ${port}, asked for by --port for api, is taken`,
  );
});

test('a port that was asked for is kept, also when it is not asked for again', async () => {
  const file = join(tempDir(), 'ports.json');
  const free = server();
  const port = await new Ports(join(tempDir(), 'ports.json')).listen('probe', free);
  await new Promise((resolve) => free.close(resolve));
  const ports = new Ports(file);
  ports.ask('api', port);
  const asked = server();
  expect(await ports.listen('api', asked)).toBe(port);
  await new Promise((resolve) => asked.close(resolve));
  expect(await new Ports(file).listen('api', server())).toBe(port);
});

test('a service that had the port gives it up to the one that asks for it', async () => {
  const file = join(tempDir(), 'ports.json');
  const first = server();
  const port = await new Ports(file).listen('s3', first);
  await new Promise((resolve) => first.close(resolve));
  const ports = new Ports(file);
  ports.setAside([port]);
  ports.ask('api', port);
  expect(await ports.listen('s3', server())).not.toBe(port);
  expect(await ports.listen('api', server())).toBe(port);
});
