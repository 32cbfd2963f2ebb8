import type { FieldError } from '@linework/problem-details/field-error';

type Attributes = Readonly<Record<string, unknown>>;

/** Attributes, the secret ones apart. */
export interface SplitAttributes {
  readonly plain: Attributes;
  /** By their names in lower case. */
  readonly secrets: Readonly<Record<string, string>>;
  /** What is wrong with the secret ones, without their values, each at its place in the body. */
  readonly errors: readonly FieldError[];
}

/**
 * The top-level members that are secret, in whatever case, or that hold a secret one deeper in. `names` are in lower case. The
 * function `secret_members` of the database says the same.
 */
export function findSecretMembers(attributes: Attributes, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return Object.keys(attributes).filter((name) => isSecret(name, names) || holdsSecret(attributes[name], names));
}

const isSecret = (name: string, names: readonly string[]) => names.includes(name.toLowerCase());

function holdsSecret(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => (!Array.isArray(value) && isSecret(name, names)) || holdsSecret(inner, names));
}

/** Takes the secret members out of attributes. */
export function splitSecrets(attributes: Attributes, names: readonly string[]): SplitAttributes {
  const members = findSecretMembers(attributes, names);
  if (members.length === 0) return { plain: attributes, secrets: {}, errors: [] };
  const plain = Object.fromEntries(Object.entries(attributes).filter(([name]) => !members.includes(name)));
  const errors = members.flatMap((name, index) => {
    const isDuplicate = members.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < index;
    const detail = isDuplicate ? 'is given twice' : validateSecret(name, attributes[name], names);
    return detail === undefined ? [] : [{ detail, pointer: `/attributes/${name}` }];
  });
  return { plain, secrets: Object.fromEntries(members.map((name) => [name.toLowerCase(), String(attributes[name])])), errors };
}

const secretLimitCharacters = 256;
/** Of K, OP and OPc (3GPP TS 35.206: 128 bits; TS 35.231 also has 256). */
const keyNames = ['k', 'ki', 'op', 'opc'];
const keyPattern = /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/i;

function validateSecret(name: string, value: unknown, names: readonly string[]): string | undefined {
  if (!isSecret(name, names)) return 'holds a secret attribute, which must stand at the top of the attributes';
  if (typeof value !== 'string' || value.length === 0 || value.length > secretLimitCharacters)
    return `must be a text of 1 to ${secretLimitCharacters} characters`;
  if (keyNames.includes(name.toLowerCase()) && !keyPattern.test(value)) return 'must have 32 or 64 hexadecimal digits';
  return undefined;
}
