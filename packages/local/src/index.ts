export type { GivenPerson } from './cognito/people.ts';
export { readJson, writeJson } from './files.ts';
export { LocalError } from './local-error.ts';
export { clientConfig } from './machine/credentials.ts';
export type { RunningMachine } from './machine/start-machine.ts';
export { startLocal, type LocalOptions, type Running } from './start-local.ts';
export { synthesize, type SynthesisOptions } from './synthesis/synthesize.ts';
export { region } from './templates/pseudo-parameters.ts';
