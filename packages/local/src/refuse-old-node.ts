import { LocalError } from './local-error.ts';

const oldest = 24;

/** The functions run on this very Node: it has to be the one that their runtime on AWS is. */
export function refuseOldNode(version = process.versions.node): void {
  if (Number.parseInt(version, 10) >= oldest) return;
  throw new LocalError(
    'node_too_old',
    `This is Node ${version}, and Node ${oldest} or later is needed. On Linux x64 \`npm ci\` brings one along for \`npm start\` and \`npx sluice\`; elsewhere install it.`,
  );
}
