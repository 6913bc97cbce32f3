import { LocalError } from './local-error.ts';

const oldest = 24;

/** The functions run on this Node, so it must be at least the version of their runtime on AWS. */
export function refuseOldNode(version = process.versions.node): void {
  if (Number.parseInt(version, 10) >= oldest) return;
  throw new LocalError(
    'node_too_old',
    `This is Node ${version}; Node ${oldest} or later is needed. On Linux x64, \`npm ci\` installs one for \`npm start\` and \`npx sluice\`. On other systems, install it yourself.`,
  );
}
