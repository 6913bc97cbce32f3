import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { queryHandler } from '../aws-query/query-handler.ts';
import { stackQueries } from '../cloudformation/stack-queries.ts';
import { apiIdOf, awsAddressOf } from '../http-api/api-kinds.ts';
import type { HttpApis } from '../http-api/http-apis.ts';
import type { Policies } from '../iam/authority.ts';
import { policiesOf } from '../iam/role-kinds.ts';
import { readAssembly } from '../templates/assembly.ts';
import { LinkedStacks } from '../templates/linked-stacks.ts';
import { keptCredentials, type Credentials } from './credentials.ts';
import { limitsOf } from './limits.ts';
import { lockDataDir } from './data-dir-lock.ts';
import type { Machine } from './machine.ts';
import { makeOwnFolder } from './own-folder.ts';
import { Ports } from './ports.ts';
import type { Resource } from './resource-kind.ts';
import { kindOf, refuseUnsupported } from './resource-kinds.ts';
import { startKeptSchedules } from '../scheduler/scheduler-api.ts';
import { functionEnvironment, startServices, type Services } from './services.ts';
import { Stops } from './stops.ts';

export interface MachineOptions {
  /** What `cdk synth` wrote. */
  readonly cdkOut: string;
  /** The folder of everything that survives a restart. */
  readonly dataDir: string;
  /** The port of the first HTTP API; the others get the ports after it. Any free ports when absent. */
  readonly port?: number | undefined;
  /** Delete everything from earlier runs. */
  readonly fresh?: boolean | undefined;
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
  stop(): Promise<void>;
}

const usualSpeed = 5;
/** This many ports, beginning with the requested one, are reserved for the APIs: other services start before them. */
const apisAtMost = 4;

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
  const { cdkOut, dataDir, speed = usualSpeed, now = () => new Date(), log } = options;
  const assembly = await readAssembly(cdkOut);
  refuseUnsupported(assembly);
  const credentials = keptCredentials(join(dataDir, 'credentials.json'));
  const ports = new Ports(join(dataDir, 'ports.json'));
  const { port: first } = options;
  if (first !== undefined) ports.reserve(Array.from({ length: apisAtMost }, (_, at) => first + at));
  const limits = limitsOf(options);
  const services = await startServices({ dataDir, speed, limits, now, log, credentials, ports, stops });
  const readies: (() => Promise<void> | void)[] = [];
  const machine: Machine = {
    ...services,
    cdkOut,
    dataDir,
    speed,
    limits,
    now,
    log,
    functionEnvironment: functionEnvironment(services),
    whenReady: (ready) => void readies.push(ready),
    whenStopping: (stop) => stops.add(stop),
  };
  /** The id of an API by its addresses on AWS. */
  const addresses = new Map<string, string>();
  const stacks = new LinkedStacks({
    assembly,
    identify: (resource) => kindOf(resource).identify(resource, machine),
    relocate: (text) => relocated(text, addresses, services.apis),
  });
  const ofType = (wanted: string) => stacks.resources.filter(({ type }) => type === wanted);
  for (const [index, apiId] of ofType('AWS::ApiGatewayV2::Api').map(apiIdOf).entries()) {
    if (options.port !== undefined) ports.require(apiId, options.port + index);
    await services.apis.open(apiId);
    addresses.set(awsAddressOf(apiId), apiId);
  }
  for (const mapping of ofType('AWS::ApiGatewayV2::ApiMapping'))
    addresses.set(`https://${String(mapping.property('DomainName'))}`, String(mapping.property('ApiId')));
  for (const resource of stacks.resources) await kindOf(resource).create(resource, machine);
  await adopt(policiesOf(stacks.resources), services);
  services.s3.deliverTo(services.sqs.send);
  stops.add(() => services.s3.stopDelivery());
  for (const ready of readies) await ready();
  startKeptSchedules(services.scheduler);
  const described = assembly.stacks.map((stack) => ({ name: stack.name, outputs: stacks.outputs(stack) }));
  const { accessKeyId } = credentials;
  services.front.forms(queryHandler(stackQueries({ stacks: described, accessKeyId, startedAt: now() })));
  const outputs = Object.assign({}, ...described.map((stack) => stack.outputs));
  return { machine, credentials, resources: stacks.resources, outputs, stop: () => stops.run() };
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
];

/** Deletes only our own files: the folder may contain others. */
function deleteKept(dataDir: string, alsoKept: readonly string[] = []): void {
  for (const name of [...kept, ...alsoKept]) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** Templates contain an API's addresses on AWS: one that is made from its id, and that of a domain. */
function relocated(text: string, addresses: ReadonlyMap<string, string>, apis: HttpApis): string {
  return [...addresses].reduce((rest, [onAws, apiId]) => rest.replaceAll(onAws, apis.addressOf(apiId)), text);
}
