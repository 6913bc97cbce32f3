import { createHmac } from 'node:crypto';
import { partitionKeyIn, type TableShapes } from '../base/table-shape.ts';
import type { Keys } from './signature.ts';
import { remembering } from '../base/remember.ts';
import { shortHash } from '../base/short-hash.ts';
import { accountId } from '../base/pseudo-parameters.ts';
import { noLog, type AccessLog } from './access-log.ts';
import {
  allowing,
  allowingOf,
  applies,
  concerns,
  nameOf,
  type Access,
  type Permission,
  type ResourcePermission,
} from './policy.ts';

/** What the templates declare. */
export interface Policies {
  /** By the name of the role. */
  readonly roles: Readonly<Record<string, readonly Permission[]>>;
  /** What the policies of resources say, by the ARN of the resource. */
  readonly resources: Readonly<Record<string, readonly ResourcePermission[]>>;
  readonly tables: TableShapes;
}

interface NamedPermission extends Permission {
  readonly name: string;
}

interface Role {
  readonly name: string;
  readonly secretAccessKey: string;
  readonly permissions: readonly NamedPermission[];
  /** Those that are about an action on a resource, if their conditions are met. */
  readonly concerning: (action: string, resource: string) => readonly NamedPermission[];
  /** Under which policies of resources name it. */
  readonly principals: readonly string[];
}

/**
 * Decides who may do what. The keys in `local.json` are those of the owner, who may do everything. Each role has keys of its
 * own, which are derived, so that nothing more is stored. Each thread that serves requests has an authority.
 */
export class Authority {
  readonly #owner: Keys;
  readonly #log: AccessLog;
  readonly #roles = new Map<string, Role>();
  readonly #used = new Set<string>();
  #resources: Policies['resources'] = {};
  #tables: TableShapes = {};
  #checked = 0;

  constructor(owner: Keys, log: AccessLog = noLog) {
    this.#owner = owner;
    this.#log = log;
  }

  /** Before this, only the owner is known. */
  adopt({ roles, resources, tables }: Policies): void {
    this.#resources = resources;
    this.#tables = tables;
    for (const [name, permissions] of Object.entries(roles)) {
      const { accessKeyId, secretAccessKey } = this.keysOf(name);
      const named = permissions.map((permission) => ({
        ...permission,
        name: `${name} ${nameOf(permission)}`,
      }));
      const concerning = remembering((action: string, resource: string) =>
        named.filter((permission) => concerns(permission, { action, resource })),
      );
      const principals = [...account, `arn:aws:iam::${accountId}:role/${name}`];
      this.#roles.set(accessKeyId, { name, secretAccessKey, permissions: named, concerning, principals });
    }
  }

  /** Logs what roles may do. */
  announce(): void {
    const granted = [...this.#roles.values()].flatMap(({ permissions }) =>
      permissions.map(({ name }) => name),
    );
    this.#log.write({ granted });
  }

  keysOf(role: string): Keys {
    const derived = (purpose: string) =>
      createHmac('sha256', this.#owner.secretAccessKey).update(`${purpose} of ${role}`);
    return {
      accessKeyId: `AKIA${derived('key id').digest('hex').slice(0, 16).toUpperCase()}`,
      secretAccessKey: derived('key').digest('base64'),
    };
  }

  readonly secretOf = (accessKeyId: string): string | undefined =>
    accessKeyId === this.#owner.accessKeyId
      ? this.#owner.secretAccessKey
      : this.#roles.get(accessKeyId)?.secretAccessKey;

  /** Whose key it is, as S3 names them in its events. */
  principalOf(accessKeyId: string): string {
    const role = this.#roles.get(accessKeyId);
    return role === undefined ? `AWS:${accessKeyId}` : `AWS:${roleIdOf(role.name)}:${role.name}`;
  }

  readonly partitionKeyOf = (resource: string): string | undefined => partitionKeyIn(this.#tables, resource);

  /** Why a request is refused, in AWS's words. The owner's requests are not even read. */
  refusal(accessKeyId: string, accesses: () => readonly Access[]): string | undefined {
    if (accessKeyId === this.#owner.accessKeyId) return undefined;
    this.#checked += 1;
    for (const access of accesses()) {
      const refused = this.#refused(this.#roles.get(accessKeyId), access);
      if (refused !== undefined) return refused;
    }
    return undefined;
  }

  /** The same for a role under which a service here acts. */
  refusalOfRole(role: string, access: Access): string | undefined {
    return this.refusal(this.keysOf(role).accessKeyId, () => [access]);
  }

  /** The same for a service that acts on its own behalf: only the policy of the resource can allow that. */
  refusalOfService(service: string, access: Access): string | undefined {
    this.#checked += 1;
    const encrypted = overTls(access);
    const permissions = this.#ofResource(encrypted, [service]);
    if (allowing(permissions, encrypted).length > 0) return undefined;
    const { action, resource } = access;
    this.#log.write({ denied: `${service} ${action} ${resource}` });
    return `${service} is not authorized to perform: ${action} on resource: ${resource} because no resource-based policy allows the ${action} action`;
  }

  /** Ends the log. */
  stop(): void {
    this.#log.write({ checked: this.#checked });
  }

  #refused(role: Role | undefined, access: Access): string | undefined {
    const { action, resource } = access;
    const encrypted = overTls(access);
    const ofResource = this.#ofResource(encrypted, role?.principals ?? account).filter((one) =>
      applies(one, encrypted),
    );
    const isDenied = ofResource.some(({ effect }) => effect === 'Deny');
    const allowed = isDenied ? [] : allowingOf(role?.concerning(action, resource) ?? [], encrypted);
    for (const { name } of allowed) {
      if (this.#used.has(name)) continue;
      this.#used.add(name);
      this.#log.write({ used: name });
    }
    const isNamed =
      !isDenied && ofResource.some(({ principal }) => principal !== accountId && principal !== root);
    if (allowed.length > 0 || isNamed) return undefined;
    this.#log.write({ denied: `${role?.name} ${action} ${resource}` });
    const user = `arn:aws:sts::${accountId}:assumed-role/${role?.name}/local`;
    const why = isDenied
      ? 'with an explicit deny in a resource-based policy'
      : `because no identity-based policy allows the ${action} action`;
    return `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ${why}`;
  }

  /** What the policy of a resource says of some principals. That of a bucket is also about its objects. */
  #ofResource({ resource }: Access, principals: readonly string[]): readonly ResourcePermission[] {
    const owner = resource.startsWith('arn:aws:s3:::') ? (resource.split('/', 1)[0] ?? '') : resource;
    return (this.#resources[owner] ?? []).filter(
      ({ principal }) => principal === '*' || principals.includes(principal),
    );
  }
}

/** Requests do not leave this machine, so they count as encrypted. */
function overTls(access: Access): Access {
  return { ...access, context: { 'aws:SecureTransport': ['true'], ...access.context } };
}

/** A policy that names the account leaves the decision to the policies of its roles. */
const root = `arn:aws:iam::${accountId}:root`;

/** The principals that stand for everybody in the account. */
const account: readonly string[] = [accountId, root];

/** The unique id of a role, in the form that it has on AWS. */
export function roleIdOf(name: string): string {
  return `AROA${shortHash(name, 17).toUpperCase()}`;
}

export function roleNameOf(roleArn: string): string {
  return roleArn.slice(roleArn.lastIndexOf('/') + 1);
}
