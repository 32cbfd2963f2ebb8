/** The types of values in TypeScript, by their types in PostgreSQL. */
interface TypesOfValues {
  uuid: string;
  text: string;
  name: string;
  boolean: boolean;
  int: number;
  bigint: number | string | bigint;
  xid8: string;
  numeric: number | string;
  float8: number;
  date: string;
  timestamptz: Date | string;
  bytea: Uint8Array;
  /** Written as JSON. A text is JSON already, and says so with `inJson`. */
  json: JsonValue;
  jsonb: JsonValue;
}

type JsonValue = object | number | boolean;

type ScalarType = keyof TypesOfValues;

/** A type of PostgreSQL, such as `uuid` or `int[]`; with `?` the value may be null, as in `int?` and `int?[]`. */
type ValueType = `${ScalarType}${'' | '[]' | '?[]'}${'' | '?'}`;

export type ValueTypes = Readonly<Record<string, ValueType>>;

type ValueOf<Type> = Type extends `${infer Given}?`
  ? ValueOf<Given> | null | undefined
  : Type extends `${infer Element}[]`
    ? readonly ValueOf<Element>[]
    : Type extends ScalarType
      ? TypesOfValues[Type]
      : never;

/** The values that a statement with these declared types takes. */
export type ValuesOf<Types> = { readonly [Name in keyof Types]: ValueOf<Types[Name]> };

/** A value of a statement that is JSON already, because it is built once and sent often. */
class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Writes a value as JSON, once for many calls of statements. */
export const inJson = (value: JsonValue): object => new JsonText(JSON.stringify(value));

/**
 * What stands in a text between the names: texts, quoted names, comments, casts, `:=` and positions. The first group is
 * a name.
 */
const tokens =
  /\b[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|::|:=|\$\d+|:([A-Za-z_]\w*)/g;

/**
 * Replaces each `:name` of a text by its position and its type, such as `$2::text`, in the order of the declaration.
 * Throws for a name that is not declared, for a declared one that the text does not use, and for a position.
 */
export function bindNames(statement: string, types: Readonly<Record<string, string>>, text: string): string {
  const names = Object.keys(types);
  const unused = new Set(names);
  const bound = text.replaceAll(tokens, (token: string, _tag: unknown, name: string | undefined, at: number) => {
    if (/^\$\d/.test(token)) throw new Error(`The statement ${statement} has ${token}: give the value a name.`);
    if (name === undefined) return token;
    const type = types[name];
    if (type === undefined) throw new Error(`The statement ${statement} does not declare the type of :${name}.`);
    unused.delete(name);
    const value = `$${names.indexOf(name) + 1}::${type.replace('?', '')}`;
    return /^\s*\[/.test(text.slice(at + token.length)) ? `(${value})` : value;
  });
  if (unused.size > 0) throw new Error(`The statement ${statement} does not use ${[...unused].join(', ')}.`);
  return bound;
}

/** Creates the function that puts the values of a call in the order of the declaration. */
export function orderValues(types: Readonly<Record<string, string>>): (values: object) => readonly unknown[] {
  const names = Object.keys(types);
  const isJson = names.map((name) => /^jsonb?\??$/.test(types[name] ?? ''));
  return (values) => {
    const ordered: unknown[] = [];
    for (let n = 0; n < names.length; n += 1) {
      const value = (values as Readonly<Record<string, unknown>>)[names[n] as string];
      ordered.push(isJson[n] ? toJson(value) : value);
    }
    return ordered;
  };
}

function toJson(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  return value instanceof JsonText ? value.text : JSON.stringify(value);
}
