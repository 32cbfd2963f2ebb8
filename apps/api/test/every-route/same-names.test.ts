import { describe, expect, it } from 'vitest';
import { openapiDocument } from '../../src/documentation/openapi-document.ts';

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [member: string]: unknown;
}

/** Lists every named member in the document with its schema. */
function* membersIn(value: unknown): Generator<readonly [name: string, schema: Schema]> {
  if (typeof value !== 'object' || value === null) return;
  const { properties, name, schema } = value as { properties?: Record<string, Schema>; name?: string; schema?: Schema };
  if (typeof properties === 'object') yield* Object.entries(properties);
  // This object is a parameter.
  if (typeof name === 'string' && schema !== undefined) yield [name, schema];
  for (const [key, member] of Object.entries(value))
    if (key !== 'example' && key !== 'examples') yield* membersIn(member);
}

/** Other names for things that already have a name. They are not used, unless `interface.md` specifies them. */
const replacedNames: Readonly<Record<string, string>> = {
  holderId: 'customerId',
  clientId: 'customerId',
  methodId: 'paymentMethodId',
  method: 'paymentMethodType',
  iccid: 'iccId',
  phoneNumber: 'msisdn',
  value: 'amount',
  creationDate: 'createdAt',
  modifiedAt: 'updatedAt',
};
/** `value` is a member of discounts and of credits in `interface.md`. */
const specified = ['value'];

/** The type of a value by the end of its name. */
const forms: readonly (readonly [RegExp, (schema: Schema) => boolean])[] = [
  [/[a-z]At$/, ({ format }) => format === 'date-time'],
  [/[a-z]On$|^day$|^period(From|Until)$/, ({ format }) => format === 'date'],
  [/^(window|valid|held)(From|Until)$/, ({ format }) => format === 'date-time'],
  [/[a-z]Ids$/, ({ type }) => type === 'array'],
  [/^(is|has)[A-Z]/, ({ type }) => type === 'boolean'],
  [/^(total|rejected|imported|accepted|duplicates)$/, ({ type }) => type === 'integer'],
];

const members = [...membersIn(openapiDocument('https://linework.example'))];

describe('the names of the interface', () => {
  it('are the same for the same thing', () => {
    expect(members.length).toBeGreaterThan(500);
    const found = members
      .filter(([name]) => Object.hasOwn(replacedNames, name) && !specified.includes(name))
      .map(([name]) => `${name}: use ${replacedNames[name]}`);
    expect(found).toEqual([]);
  });

  it.each(forms)('that match %s have values of one type', (pattern, fits) => {
    const matching = members.filter(([name, schema]) => pattern.test(name) && ('type' in schema || 'format' in schema));
    expect(matching.length).toBeGreaterThan(0);
    // A member of Order without a value is null.
    const plain = matching.filter(([, { type }]) => !Array.isArray(type));
    expect(
      plain.filter(([, schema]) => !fits(schema)).map(([name, schema]) => `${name}: ${JSON.stringify(schema)}`),
    ).toEqual([]);
  });

  it('begin with a small letter and have no underscores', () => {
    const odd = members
      .map(([name]) => name)
      .filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name) && !/^[A-Z]/.test(name));
    expect([...new Set(odd)]).toEqual([]);
  });
});
