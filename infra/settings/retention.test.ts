import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { expiring, lasting } from './retention.ts';
import { stageOf } from './settings.ts';
import { offenders, parsed } from '../testing/offenders.ts';
import { permissions } from '../testing/statements.ts';

const { keep } = stageOf({});
const root = fileURLToPath(new URL('../..', import.meta.url));
const ids = { drops: 'Drops', files: 'Files', data: 'Files', audit: 'Audit' } as const;
const pathOf = (bucket: keyof typeof ids) =>
  `${bucket === 'data' ? 'DataAccess' : 'BulkImport'}Stack/${ids[bucket]}/Bucket/Resource`;

const ruleSchema = z.object({
  Status: z.literal('Enabled'),
  Prefix: z.string().optional(),
  ExpirationInDays: z.int().optional(),
  Transitions: z.array(z.object({ StorageClass: z.string(), TransitionInDays: z.int() })).optional(),
  NoncurrentVersionExpiration: z.object({ NoncurrentDays: z.int() }).optional(),
  ExpiredObjectDeleteMarker: z.literal(true).optional(),
  AbortIncompleteMultipartUpload: z.object({ DaysAfterInitiation: z.int() }),
});
const rules = parsed(
  'AWS::S3::Bucket',
  z.object({ LifecycleConfiguration: z.object({ Rules: z.array(ruleSchema) }) }),
).flatMap(({ path, LifecycleConfiguration }) =>
  LifecycleConfiguration.Rules.map((rule) => ({ path, ...rule })),
);

const overlap = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

/** Whether the last delete markers of objects go. S3 takes one of both properties in a rule. */
const isCleared = ({
  ExpirationInDays: days,
  ExpiredObjectDeleteMarker: markers,
}: z.infer<typeof ruleSchema>) => (days !== undefined) !== (markers !== undefined);

/** Whether what is written below a prefix is in a class. */
const isKnown = (prefix: string) => [...expiring, ...lasting].some((kept) => kept.prefix === prefix);

describe('what is kept', () => {
  it.each(expiring)('$prefix expires by a rule of its own, after the days of the stage', (kept) => {
    const found = rules.filter(({ Prefix, path }) => Prefix === kept.prefix && path === pathOf(kept.bucket));
    expect(found.map(({ ExpirationInDays }) => ExpirationInDays)).toEqual([keep.days[kept.name]]);
  });

  it('moves to a cheaper class only if it is kept for as long as S3 charges there', () => {
    for (const { ExpirationInDays = 0, Transitions = [] } of rules)
      for (const { StorageClass, TransitionInDays } of Transitions)
        expect([StorageClass, ExpirationInDays - TransitionInDays >= 90]).toEqual(['GLACIER_IR', true]);
    expect(rules.filter(({ Transitions }) => Transitions).map(({ Prefix }) => Prefix)).toEqual(['runs/']);
  });

  it('expires below no other prefix', () => {
    const found = rules.flatMap(({ Prefix, ExpirationInDays, path }) =>
      ExpirationInDays === undefined ? [] : (Prefix ?? path.split('/')[1]),
    );
    const accessLogs = ['AccessLogs', 'AccessLogs'];
    expect(found.toSorted()).toEqual([...expiring.map(({ prefix }) => prefix), ...accessLogs].toSorted());
  });

  it('is under one rule at most, so that no two rules disagree', () => {
    const overlapping = rules.flatMap((rule, at) =>
      rules
        .slice(0, at)
        .filter((other) => other.path === rule.path && overlap(rule.Prefix ?? '', other.Prefix ?? ''))
        .map((other) => `${rule.path}: "${rule.Prefix}" and "${other.Prefix}"`),
    );
    expect(overlapping).toEqual([]);
  });

  it('goes for good after it was replaced or expired, except seals', () => {
    const gone = rules.map(({ path, Prefix = '', NoncurrentVersionExpiration }) => [
      `${path.replace('/Bucket/Resource', '')} ${Prefix}`,
      NoncurrentVersionExpiration?.NoncurrentDays,
    ]);
    expect(Object.fromEntries(gone)).toEqual({
      'BulkImportStack/AccessLogs ': 1,
      'BulkImportStack/Audit ': undefined,
      'BulkImportStack/Console/Site/Site ': 30,
      'BulkImportStack/Drops inbox/': keep.days.drops,
      'BulkImportStack/Drops migrations/': keep.days.drops,
      'BulkImportStack/Drops profiles/': keep.days.drops,
      'BulkImportStack/Files runs/': keep.replaced,
      'DataAccessStack/AccessLogs ': 1,
      'DataAccessStack/Audit ': undefined,
      'DataAccessStack/Files bodies/': keep.replaced,
      'DataAccessStack/Files changes/': keep.replaced,
      'DataAccessStack/Files deliveries/': keep.replaced,
      'DataAccessStack/Files documents/': keep.replaced,
      'DataAccessStack/Files images/': keep.replaced,
      'DataAccessStack/Files imports/': keep.replaced,
      'DataAccessStack/Files writes/': keep.replaced,
    });
    const days = rules.map((rule) => [
      rule.AbortIncompleteMultipartUpload.DaysAfterInitiation,
      isCleared(rule),
    ]);
    expect(days).toEqual(rules.map((rule) => [7, !rule.path.includes('/Audit/')]));
  });

  it('has a class wherever a function may write an object', () => {
    const written = permissions().filter(({ action }) => action === 's3:PutObject');
    const prefixes = new Set(written.map(({ resource }) => resource.replace(/^.*\.Arn>\/(.*)\*$/, '$1')));
    expect(prefixes.size).toBeGreaterThan(6);
    expect([...prefixes].filter((prefix) => !isKnown(prefix))).toEqual([]);
  });

  it('has a class for every key that the code makes', () => {
    const files = globSync('{packages/{flow,data-access,ledger}/src,functions}/**/*.ts', { cwd: root });
    const sources = files.filter((file) => !/\.test\.ts$|\/testing\//.test(file));
    const made = sources.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/`([a-z]+\/)\$\{/g)].map(
        ([, prefix = '']) => prefix,
      ),
    );
    expect(new Set(made).size).toBeGreaterThan(8);
    expect([...new Set(made)].filter((prefix) => !isKnown(prefix))).toEqual([]);
  });

  it('lasts as long as an undo needs it', () => {
    const { images, previews, runs, drops } = keep.days;
    expect(previews).toBeGreaterThanOrEqual(images);
    expect(runs).toBeGreaterThanOrEqual(images + drops);
  });

  it('is a log for the days of the stage', () => {
    const log = z.object({ RetentionInDays: z.literal(Number(keep.logs)) });
    expect(offenders('AWS::Logs::LogGroup', log)).toEqual([]);
    const accessLogs = rules.filter(({ path, Prefix }) => path.includes('/AccessLogs/') && !Prefix);
    const days = accessLogs.flatMap(({ ExpirationInDays }) => ExpirationInDays ?? []);
    expect(days).toEqual([keep.accessLogs, keep.accessLogs]);
  });

  it('is an item for ever in the ledger, and by its own time in the tables of the service and the console', () => {
    const ttl = z.object({ TimeToLiveSpecification: z.unknown().optional() });
    const tables = parsed('AWS::DynamoDB::Table', ttl).map(({ path, TimeToLiveSpecification }) => [
      path.split('/').at(-3),
      TimeToLiveSpecification,
    ]);
    expect(Object.fromEntries(tables)).toEqual({
      ConsoleItems: { AttributeName: 'expires', Enabled: true },
      Ledger: undefined,
      Data: { AttributeName: 'expires', Enabled: true },
    });
  });
});
