import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';

const database = loadAwsServiceSpecSync();

type Definition = ReturnType<typeof database.all<'typeDefinition'>>[number];
type Property = Definition['properties'][string];
type Type = Property['type'];
type Properties = Readonly<Record<string, unknown>>;

/** What CloudFormation would not take, each with its path: `Rules[0].Prefix: expected string`. */
export function schemaFaults(type: string, properties: Properties): string[] {
  const [resource] = database.lookup('resource', 'cloudFormationType', 'equals', type);
  // CloudFormation knows nothing of what a function makes of a custom resource.
  if (type.startsWith('Custom::')) return [];
  return resource === undefined ? [`${type} is not known`] : faultsOf(resource.properties, properties, '');
}

function faultsOf(expected: Readonly<Record<string, Property>>, given: Properties, path: string): string[] {
  const missing = Object.entries(expected).filter(
    ([name, { required }]) => required === true && given[name] === undefined,
  );
  return [
    ...missing.map(([name]) => `${path}${name}: missing`),
    ...Object.entries(given).flatMap(([name, value]) => {
      const property = expected[name];
      if (property === undefined) return [`${path}${name}: not known`];
      return faults(
        { type: 'union', types: [property.type, ...(property.previousTypes ?? [])] },
        value,
        `${path}${name}`,
      );
    }),
  ];
}

function faults(type: Type, value: unknown, path: string): string[] {
  if (isReference(value)) return [];
  switch (type.type) {
    case 'union': {
      const tried = type.types.map((one) => faults(one, value, path));
      return tried.some((found) => found.length === 0) ? [] : (tried[0] ?? []);
    }
    case 'ref':
      if (!isObject(value)) return [`${path}: expected an object`];
      return faultsOf(database.get('typeDefinition', type.reference.$ref).properties, value, `${path}.`);
    case 'array':
      if (!Array.isArray(value)) return [`${path}: expected an array`];
      return value.flatMap((item, at) => faults(type.element, item, `${path}[${at}]`));
    case 'map':
      if (!isObject(value)) return [`${path}: expected an object`];
      return Object.entries(value).flatMap(([name, item]) => faults(type.element, item, `${path}.${name}`));
    case 'tag':
      return isObject(value) && 'Key' in value && 'Value' in value ? [] : [`${path}: expected a tag`];
    case 'json':
      return isObject(value) || typeof value === 'string' ? [] : [`${path}: expected JSON`];
    default:
      return isPrimitive(type, value) ? [] : [`${path}: expected ${describe(type)}`];
  }
}

type Primitive = Exclude<Type, { type: 'union' | 'ref' | 'array' | 'map' | 'tag' | 'json' }>;

function isPrimitive(type: Primitive, value: unknown): boolean {
  const allowed: readonly unknown[] = ('allowedValues' in type && type.allowedValues) || [value];
  if (!allowed.includes(value)) return false;
  if (type.type === 'integer') return Number.isInteger(value);
  if (type.type === 'null') return value === null;
  return typeof value === (type.type === 'date-time' ? 'string' : type.type);
}

const describe = (type: Primitive): string =>
  'allowedValues' in type && type.allowedValues ? `one of ${type.allowedValues.join(', ')}` : type.type;

const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** CloudFormation puts the value here when it deploys. */
function isReference(value: unknown): boolean {
  if (!isObject(value)) return false;
  const [name, another] = Object.keys(value);
  return another === undefined && name !== undefined && /^(?:Ref$|Fn::)/u.test(name);
}
