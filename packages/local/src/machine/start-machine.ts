import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { queryHandler } from '../aws-query/query-handler.ts';
import { stackQueries } from '../cloudformation/stack-queries.ts';
import { isDeployer } from '../resources/bucket-deployment.ts';
import type { GivenPerson } from '../cognito/people.ts';
import type { Policies } from '../iam/authority.ts';
import { policiesOf } from '../resources/role-kinds.ts';
import { readAssembly } from '../templates/assembly.ts';
import { LinkedStacks } from './linked-stacks.ts';
import { Addresses, openServers } from './addresses.ts';
import { keptCredentials, type Credentials } from '../base/credentials.ts';
import { limitsOf } from '../base/limits.ts';
import { lockDataDir } from './data-dir-lock.ts';
import type { Machine } from '../resources/machine.ts';
import { makeOwnFolder } from './own-folder.ts';
import { Ports } from '../base/ports.ts';
import type { Resource } from '../resources/resource-kind.ts';
import { kindOf, refuseUnsupported } from '../resources/resource-kinds.ts';
import { startKeptSchedules } from '../scheduler/scheduler-api.ts';
import { functionEnvironment, startServices, type Services } from './services.ts';
import { Stops } from './stops.ts';

export interface MachineOptions {
  /** What `cdk synth` wrote. */
  readonly cdkOut: string;
  /** The folder of everything that survives a restart. */
  readonly dataDir: string;
  /** The port of the first HTTP API; the others, and then the distributions, get the ports after it. Any free ports when absent. */
  readonly port?: number | undefined;
  /** Delete everything from earlier runs. */
  readonly fresh?: boolean | undefined;
  /** Who may sign in at user pools, besides those who are added later. */
  readonly people?: readonly GivenPerson[] | undefined;
  /** The command that prints an address with a key, for whoever opens a distribution without one. */
  readonly opener?: string | undefined;
  /** Files of the caller in the data folder, which `fresh` also deletes. */
  readonly alsoKept?: readonly string[] | undefined;
  /** How many times faster the waits of state machines and of redeliveries pass: 5 by default. */
  readonly speed?: number | undefined;
  /** Leave out the limits of AWS that make a small machine slow. */
  readonly easy?: boolean | undefined;
  /** How many functions may run at once in the account: 1,000 by default, 10 in a new account. */
  readonly concurrentExecutions?: number | undefined;
  readonly now?: (() => Date) | undefined;
  readonly log: (line: string) => void;
}

export interface RunningMachine {
  readonly machine: Machine;
  readonly credentials: Credentials;
  readonly resources: readonly Resource[];
  /** Output name → value, of all stacks. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Starts the schedules, some of which are due at once. */
  open(): void;
  stop(): Promise<void>;
}

const usualSpeed = 5;
/** This many ports, beginning with the requested one, are reserved for APIs and distributions: other services start before them. */
const reservedPorts = 5;

/** Runs what `cdk synth` wrote. When a part fails to start, stops the others. */
export async function startMachine(options: MachineOptions): Promise<RunningMachine> {
  const { dataDir } = options;
  const stops = new Stops(options.log);
  // The databases of libraries would create files that everybody can read.
  if (isMainThread) process.umask(0o077);
  makeOwnFolder(dataDir);
  const lock = lockDataDir(dataDir);
  stops.add(() => lock.release());
  try {
    if (options.fresh === true) deleteKept(dataDir, options.alsoKept);
    return await start(options, stops);
  } catch (error) {
    await stops.run();
    throw error;
  }
}

async function start(options: MachineOptions, stops: Stops): Promise<RunningMachine> {
  const { cdkOut, dataDir, speed = usualSpeed, people = [], opener = 'npm start', log } = options;
  const { now = () => new Date() } = options;
  const assembly = await readAssembly(cdkOut);
  refuseUnsupported(assembly);
  const credentials = keptCredentials(join(dataDir, 'credentials.json'));
  const ports = new Ports(join(dataDir, 'ports.json'));
  const { port: first } = options;
  if (first !== undefined) ports.reserve(Array.from({ length: reservedPorts }, (_, at) => first + at));
  const limits = limitsOf(options);
  const shared = { dataDir, speed, limits, now, log };
  const services = await startServices({ ...shared, credentials, people, opener, ports, stops });
  const readies: (() => Promise<void> | void)[] = [];
  const opens = [(): void => startKeptSchedules(services.scheduler)];
  const machine: Machine = {
    ...services,
    ...shared,
    cdkOut,
    functionEnvironment: functionEnvironment(services),
    whenReady: (ready) => void readies.push(ready),
    whenOpen: (open) => void opens.push(open),
    whenStopping: (stop) => stops.add(stop),
  };
  const addresses = new Addresses();
  const stacks = new LinkedStacks({
    assembly,
    identify: (resource) => kindOf(resource).identify(resource, machine),
    relocate: addresses.relocate,
  });
  const resources = stacks.resources.filter((resource) => !isDeployer(resource));
  await openServers(resources, { services, addresses, ports, first });
  for (const resource of resources) await kindOf(resource).create(resource, machine);
  await adopt(policiesOf(resources), services);
  services.s3.deliverTo(services.sqs.send);
  stops.add(() => services.s3.stopDelivery());
  for (const ready of readies) await ready();
  const described = assembly.stacks.map((stack) => ({ name: stack.name, outputs: stacks.outputs(stack) }));
  const { accessKeyId } = credentials;
  services.front.forms(queryHandler(stackQueries({ stacks: described, accessKeyId, startedAt: now() })));
  const outputs = Object.assign({}, ...described.map((stack) => stack.outputs));
  const open = (): void => opens.forEach((begin) => begin());
  return { machine, credentials, resources, outputs, open, stop: () => stops.run() };
}

/** From now on, roles may do what their policies say. */
async function adopt(policies: Policies, { authority, dynamodb, mail, sqs }: Services): Promise<void> {
  authority.adopt(policies);
  authority.announce();
  await Promise.all([dynamodb, mail, sqs].map((server) => server.adopt(policies)));
}

/** The files and folders of a system in its data folder, except the lock, which is held. */
const kept = [
  'credentials.json',
  'dynamodb',
  'local.json',
  'logs',
  'ports.json',
  's3',
  'schedules.json',
  'secrets',
  'ses',
  'sqs',
  'user-pools',
];

/** Deletes only our own files: the folder may contain others. */
function deleteKept(dataDir: string, alsoKept: readonly string[] = []): void {
  for (const name of [...kept, ...alsoKept]) rmSync(join(dataDir, name), { recursive: true, force: true });
}
