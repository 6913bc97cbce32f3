import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import * as z from 'zod';
import type { Resource, ResourceKind } from './resource-kind.ts';
import { shortHash } from '../base/short-hash.ts';
import { unsupported } from '../templates/unsupported.ts';

const wholeAssets = unsupported('only whole assets are copied here');
const deploymentSchema = z.object({
  SourceObjectKeys: z.array(z.string()),
  Prune: z.literal(false, { error: 'what a bucket had before stays here' }),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: unsupported('only whole buckets are filled here'),
  SystemMetadata: z.object({ 'cache-control': z.string().optional() }).strict().default({}),
  UserMetadata: unsupported('objects get no metadata here'),
  Exclude: wholeAssets,
  Include: wholeAssets,
});

/** Of the files that a page is made of. */
const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** `Custom::CDKBucketDeployment`: copies the files of its assets into a bucket. What was there before stays. */
export const bucketDeploymentKind: ResourceKind = {
  identify: (resource) => ({
    ref: `deployment-${shortHash(resource.place, 12)}`,
    attributes: {
      DestinationBucketArn: `arn:aws:s3:::${String(resource.property('DestinationBucketName'))}`,
    },
  }),
  create: (resource, { s3, whenReady }) => {
    const given = resource.parse(deploymentSchema);
    const cacheControl = given.SystemMetadata['cache-control'];
    whenReady(async () => {
      for (const folder of given.SourceObjectKeys.map((key) => resource.asset(key)))
        for (const key of keysIn(folder))
          await s3.write(given.DestinationBucketName, key, {
            headers: {
              'content-type': contentTypes[extname(key)] ?? 'binary/octet-stream',
              ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
            },
            body: readFileSync(join(folder, key)),
          });
    });
  },
};

function keysIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

/** CDK's own function that copies the files on AWS, with its role and its policy. It is not run here. */
export function isDeployer({ logicalId }: Pick<Resource, 'logicalId'>): boolean {
  return logicalId.startsWith('CustomCDKBucketDeployment');
}
