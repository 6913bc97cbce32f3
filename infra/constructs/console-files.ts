import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Source, type ISource } from 'aws-cdk-lib/aws-s3-deployment';

const writer = fileURLToPath(import.meta.resolve('@sluice/console/write'));

/** The page of the console, or the files under hashed names that it loads. */
export function consoleFiles(part: 'page' | 'files'): ISource {
  return Source.asset(dirname(writer), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('no-image'),
      // By this CDK tells the two assets of one folder apart.
      command: [part],
      local: {
        tryBundle: (outputDir) => {
          // Its bundler works asynchronously, and a synthesis does not.
          execFileSync(process.execPath, [writer, part, outputDir], {
            stdio: ['ignore', 'inherit', 'inherit'],
          });
          return true;
        },
      },
    },
  });
}
