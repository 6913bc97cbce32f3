import { join } from 'node:path';
import { Source, type ISource } from 'aws-cdk-lib/aws-s3-deployment';

/** In the place of `console-files.ts` in the package, which has the console beside its code. */
export const consoleFiles = (part: 'page' | 'files'): ISource =>
  Source.asset(join(import.meta.dirname, 'console', part));
