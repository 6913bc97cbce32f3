import type { VersionedObjects } from '@sluice/aws-kit/erasure';
import type { Mailer, SendOutcome } from '@sluice/answers';
import { buckets, type Cloud } from './cloud.ts';
import type { Ways } from './effects.ts';
import {
  ObjectNotFound,
  SourceRefused,
  type DeadLetters,
  type DefinitionFiles,
  type Files,
  type Inbox,
  type Machine,
  type MigrationSchedules,
  type Queue,
  type Seals,
  type Sources,
} from './flow.ts';

export function memoryFiles({ s3 }: Pick<Cloud, 's3'>, bucket: string): Files {
  return {
    get: async (key) => s3.get(bucket, key),
    put: async (key, text) => void s3.put({ bucket, key }, text),
    putOnce: async (key, text) => {
      const known = s3.get(bucket, key);
      if (known === undefined) s3.put({ bucket, key }, text);
      return known ?? text;
    },
    about: async (ref) => {
      const found = s3.version({ bucket, ...ref });
      return found && { versionId: found.versionId, landedAt: found.landedAt, metadata: found.metadata };
    },
    stream: async function* (ref, range) {
      const found = s3.version({ bucket, ...ref });
      if (found === undefined) throw new ObjectNotFound('gone');
      yield range === undefined ? found.bytes : found.bytes.subarray(range.start, range.end);
    },
    upload: async (key, chunks) => {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(Buffer.from(chunk));
      s3.put({ bucket, key }, Buffer.concat(parts));
    },
  };
}

/** As `createS3Versions` answers them. */
export function memoryVersions({ s3 }: Cloud, bucket: string): VersionedObjects {
  return {
    versions: async function* (prefix, after = '') {
      for (const { key, versions } of s3.versions(bucket, prefix))
        for (const { versionId, bytes, isMarker } of key > after ? versions.toReversed() : [])
          if (!isMarker)
            yield {
              ...{ key, versionId, etag: versionId, bytes: bytes.length },
              isLatest: versionId === versions.at(-1)?.versionId,
            };
    },
    text: async (version) => {
      const found = s3.version({ bucket, ...version });
      return found && Buffer.from(found.bytes).toString('utf8');
    },
    stream: async function* (version) {
      yield s3.version({ bucket, ...version })?.bytes ?? Buffer.of();
    },
    replace: async ({ key, etag }, text) => {
      if (s3.version({ bucket, key })?.versionId !== etag) return false;
      s3.put({ bucket, key }, text);
      return true;
    },
    remove: async ({ key, versionId }) => s3.removeVersion({ bucket, key, versionId }),
  };
}

export const memoryQueue = <M>({ sqs }: Cloud, name: string): Queue<M> => ({
  send: async (messages) => {
    for (const message of messages) sqs.send(name, JSON.stringify(message));
  },
});

export function sendHalf({ sqs }: Cloud, name: string, messages: unknown): never {
  const all = Array.isArray(messages) ? messages : [];
  for (const message of all.slice(0, Math.floor(all.length / 2))) sqs.send(name, JSON.stringify(message));
  throw new Error('The queue did not take some of the messages');
}

export function memoryMachine({ sfn }: Cloud, name: string): Machine {
  return {
    start: async ({ name: execution, input }) => {
      const stateMachineArn = `arn:aws:states:us-east-1:1:stateMachine:${name}`;
      const { status } = sfn.start({ name: execution, input: JSON.stringify(input), stateMachineArn });
      return status === 200 ? 'started' : 'exists';
    },
    isRunning: async (execution) => sfn.executions.get(execution)?.running ?? false,
  };
}

const failed: SendOutcome = { kind: 'failed', code: 'ECONNRESET' };
export const mailWays: Ways<unknown> = { unsent: () => failed, lost: async (act) => (await act(), failed) };

export const memoryMailer = ({ mails }: Cloud): Mailer => ({
  send: async (to, { subject, text, html }, tags = {}) => {
    mails.push({ about: tags['runId'], to, subject, text, html, tags });
    return { kind: 'sent', messageId: `mail-${mails.length}` };
  },
});

export const memorySchedules = ({ schedules }: Cloud): MigrationSchedules => ({
  put: async (schedule) => void schedules.set(schedule.name, { ...schedule }),
  remove: async (name) => void schedules.delete(name),
});

export function memoryInbox({ s3 }: Cloud): Inbox {
  return {
    versionsOf: async (key) =>
      s3
        .versions(buckets.drops, key)
        .flatMap(({ versions }) => versions.map(({ versionId }) => versionId))
        .toReversed(),
    // One version to a page, so that a pass takes several.
    page: async (after) => {
      const all = s3
        .versions(buckets.drops, 'inbox/')
        .flatMap(({ key, versions }) => versions.toReversed().map((version) => ({ key, ...version })));
      const at = all.findIndex(({ versionId }) => versionId === after?.versionId) + 1;
      const [version, ...more] = all.slice(at);
      if (version === undefined) return { versions: [] };
      const { key, versionId, bytes, landedAt, isMarker } = version;
      const drop = { bucket: buckets.drops, key, versionId, bytes: bytes.length, droppedBy: 'somebody' };
      return {
        versions: isMarker ? [] : [{ ...drop, landedAt, inParts: false }],
        ...(more.length > 0 && { next: { key, versionId } }),
      };
    },
  };
}

export const memoryDefinitions = ({ s3 }: Cloud): DefinitionFiles => ({
  keysSince: async () =>
    s3
      .versions(buckets.drops, 'migrations/')
      .map(({ key }) => key)
      .filter((key) => key.split('/').length === 2),
});

export function memorySources({ s3 }: Cloud): Sources {
  const find = (bucket: string, key: string) => {
    if (bucket !== buckets.drops) throw new SourceRefused('not here');
    const found = s3.version({ bucket, key });
    return found && { key, versionId: found.versionId, bytes: found.bytes.length };
  };
  return {
    find: async (bucket, key) => find(bucket, key),
    list: async ({ bucket, prefix, atMost }) =>
      s3
        .versions(bucket, prefix)
        .flatMap(({ key }) => find(bucket, key) ?? [])
        .slice(0, atMost),
  };
}

export const memorySeals = ({ s3 }: Pick<Cloud, 's3'>): Pick<Seals, 'days' | 'lists'> => ({
  days: async () =>
    s3
      .keys(buckets.audit)
      .flatMap((key) => /^seals\/(.+)\.json$/u.exec(key)?.[1] ?? [])
      .toSorted(),
  lists: async (day) =>
    s3
      .keys(buckets.audit)
      .flatMap((key) => new RegExp(`^heads/${day}/(.+)[.]jsonl$`, 'u').exec(key)?.[1] ?? [])
      .toSorted(),
});

export function memoryDeadLetters({ sqs, now }: Cloud, name: string): DeadLetters {
  return {
    receive: async () => {
      const found = sqs.messages.filter(
        ({ queue, visibleAt }) => queue === name && visibleAt <= now().getTime(),
      );
      for (const one of found) one.visibleAt = now().getTime() + 120_000;
      return found.map((one) => ({
        messageId: sqs.handleOf(one),
        receipt: sqs.handleOf(one),
        body: one.body,
      }));
    },
    remove: async ({ receipt }) => void sqs.remove(receipt),
  };
}
