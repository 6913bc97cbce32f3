export type { GivenPerson } from './cognito/people.ts';
export { readJson, writeJson } from './base/files.ts';
export { LocalError } from './base/local-error.ts';
export { clientConfig } from './base/credentials.ts';
export type { RunningMachine } from './machine/start-machine.ts';
export { startLocal, type LocalOptions, type Running } from './machine/start-local.ts';
export { synthesize, type SynthesisOptions } from './synthesis/synthesize.ts';
export { region } from './base/pseudo-parameters.ts';
