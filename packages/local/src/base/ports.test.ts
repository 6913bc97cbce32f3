import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../testing/temp-dir.ts';
import { closeServer } from './http.ts';
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

const hasIpv6 = Object.values(networkInterfaces()).some((all = []) =>
  all.some(({ address }) => address === '::1'),
);
const inIpv6 = test.runIf(hasIpv6);
const newPorts = (): Ports => new Ports(join(tempDir(), 'ports.json'));
const listens = async (port: number, host: string): Promise<Server> => {
  const made = server();
  await once(made.listen(port, host), 'listening');
  return made;
};

inIpv6('nobody else gets a connection for ::1 at the port of a service, which takes it itself', async () => {
  const service = createHttpServer(({ socket }, response) => response.end(`to ${socket.localAddress}`));
  const port = await newPorts().listen('console', service);
  await expect(listens(port, '::1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  for (const [host, address] of [
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
  ])
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe(`to ${address}`);
  const open = connect(port, '::1');
  await once(open, 'connect');
  await closeServer(service);
  await once(open.resume(), 'close');
  await expect(fetch(`http://[::1]:${port}/`)).rejects.toThrow();
});

inIpv6('a service whose port is taken on ::1 gets another one, and a required one is refused', async () => {
  const file = join(tempDir(), 'ports.json');
  const first = server();
  const port = await new Ports(file).listen('console', first);
  await new Promise((resolve) => first.close(resolve));
  await listens(port, '::1');
  const ports = new Ports(file);
  const other = await ports.listen('console', server());
  expect(other).not.toBe(port);
  await expect(listens(other, '::1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  ports.require('api', port);
  await expect(ports.listen('api', server())).rejects.toThrow('is taken on 127.0.0.1 or ::1');
  // Nothing stays behind on the other address.
  await listens(port, '127.0.0.1');
});
