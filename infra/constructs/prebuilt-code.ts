import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';

/** In the place of `bundled-code.ts` in the package, which has the bundles beside its code. */
export const bundledCode = (folder: string): Code =>
  Code.fromAsset(join(import.meta.dirname, 'functions', folder));
