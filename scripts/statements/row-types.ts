import { type Checker, type Type, TypeFlags, type TypeReference } from 'typescript/unstable/sync';

/** What a value of a type can be, as far as a column decides it. */
export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'bigint'
  | 'date'
  | 'bytes'
  | 'array'
  | 'object'
  | 'null'
  | 'undefined'
  | 'unknown';

export interface Member {
  readonly name: string;
  /** The type as it is written. */
  readonly type: string;
  readonly kinds: readonly Kind[];
  /** What an element of the array can be, for an array. */
  readonly elementKinds: readonly Kind[];
  /** Whether a date is anywhere inside: JSON never has one. */
  readonly hasDateInside: boolean;
}

/** The members of a row's type; undefined if the code declares none. */
export function membersOf(checker: Checker, row: Type): readonly Member[] | undefined {
  if (row.flags & (TypeFlags.Unknown | TypeFlags.Any | TypeFlags.TypeParameter)) return undefined;
  const alternatives = row.isUnionType() ? row.getTypes() : [row];
  const properties = alternatives.flatMap((each) => checker.getPropertiesOfType(each));
  const byName = Map.groupBy(properties, ({ name }) => name);
  return [...byName].map(([name, symbols]) => {
    const types = symbols.flatMap((symbol) => checker.getTypeOfSymbol(symbol) ?? []);
    const parts = types.flatMap((type) => partsOf(type));
    const elements = parts
      .filter((part) => checker.isArrayType(part))
      .flatMap((part) => checker.getTypeArguments(part as TypeReference));
    return {
      name,
      type: types.map((type) => checker.typeToString(type)).join(' | '),
      kinds: [...new Set(parts.map((part) => kindOf(checker, part)))],
      elementKinds: [...new Set(elements.flatMap((element) => partsOf(element)).map((part) => kindOf(checker, part)))],
      hasDateInside: parts.some((part) => kindOf(checker, part) !== 'date' && containsDate(checker, part, new Set())),
    };
  });
}

const partsOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes().flatMap(partsOf) : [type]);

const kindsOfFlags: readonly (readonly [TypeFlags, Kind])[] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.BigIntLike, 'bigint'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
];

function kindOf(checker: Checker, type: Type): Kind {
  const basic = kindsOfFlags.find(([flag]) => type.flags & flag)?.[1];
  if (basic) return basic;
  // A string with a brand.
  if (type.isIntersectionType())
    return (
      type
        .getTypes()
        .map((part) => kindOf(checker, part))
        .find((kind) => kind !== 'object') ?? 'object'
    );
  if (!(type.flags & (TypeFlags.Object | TypeFlags.NonPrimitive))) return 'unknown';
  const name = type.getSymbol()?.name;
  if (name === 'Date') return 'date';
  if (name === 'Buffer' || name === 'Uint8Array') return 'bytes';
  return checker.isArrayType(type) || checker.isTupleType(type) ? 'array' : 'object';
}

function containsDate(checker: Checker, type: Type, seen: Set<number>): boolean {
  if (type.isUnionType()) return type.getTypes().some((part) => containsDate(checker, part, seen));
  if (seen.has(type.id)) return false;
  seen.add(type.id);
  const kind = kindOf(checker, type);
  if (kind === 'date') return true;
  if (kind === 'array')
    return checker.getTypeArguments(type as TypeReference).some((element) => containsDate(checker, element, seen));
  if (kind !== 'object') return false;
  return checker.getPropertiesOfType(type).some((property) => {
    const member = checker.getTypeOfSymbol(property);
    return member !== undefined && containsDate(checker, member, seen);
  });
}
