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

test('a required port that is taken is refused by name', async () => {
  const ports = new Ports(join(tempDir(), 'ports.json'));
  const port = await ports.listen('other', server());
  ports.require('api', port);
  await expect(ports.listen('api', server())).rejects.toThrow(`Port ${port} for api, from --port, is taken`);
});

test('a required port is kept when it is no longer required', async () => {
  const file = join(tempDir(), 'ports.json');
  const free = server();
  const port = await new Ports(join(tempDir(), 'ports.json')).listen('probe', free);
  await new Promise((resolve) => free.close(resolve));
  const ports = new Ports(file);
  ports.require('api', port);
  const first = server();
  expect(await ports.listen('api', first)).toBe(port);
  await new Promise((resolve) => first.close(resolve));
  expect(await new Ports(file).listen('api', server())).toBe(port);
});

test('a service that had a reserved port gets another one', async () => {
  const file = join(tempDir(), 'ports.json');
  const first = server();
  const port = await new Ports(file).listen('s3', first);
  await new Promise((resolve) => first.close(resolve));
  const ports = new Ports(file);
  ports.reserve([port]);
  ports.require('api', port);
  expect(await ports.listen('s3', server())).not.toBe(port);
  expect(await ports.listen('api', server())).toBe(port);
});
