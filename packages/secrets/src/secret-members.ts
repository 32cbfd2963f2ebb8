import type { FieldError } from '@linework/problem-details/field-error';

type Attributes = Readonly<Record<string, unknown>>;

/** Attributes, with the secret ones separated. */
export interface SplitAttributes {
  readonly plain: Attributes;
  /** By their names in lower case. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The errors in the secret attributes, without their values, each with its place in the body. */
  readonly errors: readonly FieldError[];
}

/**
 * The top-level members that are secret, in any case, or that contain a nested secret. `names` are in lower case. The
 * database function `secret_members` implements the same rule.
 */
export function findSecretMembers(attributes: Attributes, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return Object.keys(attributes).filter((name) => isSecret(name, names) || holdsSecret(attributes[name], names));
}

const isSecret = (name: string, names: readonly string[]) => names.includes(name.toLowerCase());

function holdsSecret(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]) => (!Array.isArray(value) && isSecret(name, names)) || holdsSecret(inner, names),
  );
}

/** Separates the secret members from the attributes. */
export function splitSecrets(attributes: Attributes, names: readonly string[]): SplitAttributes {
  const members = findSecretMembers(attributes, names);
  if (members.length === 0) return { plain: attributes, secrets: {}, errors: [] };
  const plain = Object.fromEntries(Object.entries(attributes).filter(([name]) => !members.includes(name)));
  const errors = members.flatMap((name, index) => {
    const isDuplicate = members.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < index;
    const detail = isDuplicate ? 'appears twice' : validateSecret(name, attributes[name], names);
    return detail === undefined ? [] : [{ detail, pointer: `/attributes/${name}` }];
  });
  return {
    plain,
    secrets: Object.fromEntries(members.map((name) => [name.toLowerCase(), String(attributes[name])])),
    errors,
  };
}

const secretLimitCharacters = 256;
/** K, OP and OPc have 128 bits (3GPP TS 35.206) or 256 bits (TS 35.231). */
const keyNames = ['k', 'ki', 'op', 'opc'];
const keyPattern = /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/i;

function validateSecret(name: string, value: unknown, names: readonly string[]): string | undefined {
  if (!isSecret(name, names)) return 'contains a secret attribute, which must be at the top level of the attributes';
  if (typeof value !== 'string' || value.length === 0 || value.length > secretLimitCharacters)
    return `must be a string of 1 to ${secretLimitCharacters} characters`;
  if (keyNames.includes(name.toLowerCase()) && !keyPattern.test(value)) return 'must have 32 or 64 hexadecimal digits';
  return undefined;
}
