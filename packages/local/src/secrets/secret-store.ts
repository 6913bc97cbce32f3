import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { AwsError, type Operation } from '../aws-json/front.ts';
import { readJson, writeJson } from '../base/files.ts';
import { shortHash } from '../base/short-hash.ts';
import { arn } from '../base/pseudo-parameters.ts';

const secretSchema = z.object({ value: z.string(), versionId: z.string(), createdAt: z.number() });
const fileSchema = z.record(z.string(), secretSchema);

export interface SecretStore {
  arnOf(name: string): string;
  has(name: string): boolean;
  put(name: string, value: string): string;
  /** `GetSecretValue` and `PutSecretValue` by name or ARN, and `CreateSecret` for one that no stack makes. */
  readonly operations: Readonly<Record<string, Operation>>;
}

const getInput = z.object({ SecretId: z.string() });
const createInput = z.object({
  Name: z.string().regex(/^[\w/+=.@-]{1,512}$/),
  SecretString: z.string().max(65_536),
});
const putInput = z.object({ SecretId: z.string(), SecretString: z.string().max(65_536) });

/** Keeps all secrets in one file that only its owner can read. */
export function openSecrets(file: string, now: () => Date): SecretStore {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  let secrets = readJson(file, fileSchema) ?? {};

  function nameOf(secretId: string): string {
    const name = Object.keys(secrets).find((known) => known === secretId || arnOf(known) === secretId);
    if (name !== undefined) return name;
    throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  }

  function put(name: string, value: string): string {
    const versionId = randomUUID();
    secrets = { ...secrets, [name]: { value, versionId, createdAt: now().getTime() / 1000 } };
    writeJson(file, secrets);
    return versionId;
  }

  function get(input: unknown): object {
    const name = nameOf(getInput.parse(input).SecretId);
    const secret = secrets[name];
    return {
      ARN: arnOf(name),
      Name: name,
      SecretString: secret?.value,
      VersionId: secret?.versionId,
      VersionStages: ['AWSCURRENT'],
      CreatedDate: secret?.createdAt,
    };
  }

  return {
    arnOf,
    has: (name) => Object.hasOwn(secrets, name),
    put,
    operations: {
      CreateSecret: (input) => {
        const { Name, SecretString } = createInput.parse(input);
        if (Object.hasOwn(secrets, Name))
          throw new AwsError('ResourceExistsException', `There is a secret with the name ${Name}.`);
        return { ARN: arnOf(Name), Name, VersionId: put(Name, SecretString) };
      },
      GetSecretValue: get,
      PutSecretValue: (input) => {
        const { SecretId, SecretString } = putInput.parse(input);
        const name = nameOf(SecretId);
        return {
          ARN: arnOf(name),
          Name: name,
          VersionId: put(name, SecretString),
          VersionStages: ['AWSCURRENT'],
        };
      },
    },
  };
}

/** On AWS an ARN ends with six random characters; here they are computed from the name. */
function arnOf(name: string): string {
  return arn('secretsmanager', `secret:${name}-${shortHash(name, 6)}`);
}
