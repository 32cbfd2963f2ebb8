import { describe, expect, it } from 'vitest';
import { openapiDocument } from '../../src/documentation.ts';

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [member: string]: unknown;
}

/** Every named member of every shape in the document, with the shape of its value. */
function* membersIn(value: unknown): Generator<readonly [name: string, schema: Schema]> {
  if (typeof value !== 'object' || value === null) return;
  const { properties, name, schema } = value as { properties?: Record<string, Schema>; name?: string; schema?: Schema };
  if (typeof properties === 'object') yield* Object.entries(properties);
  // A parameter.
  if (typeof name === 'string' && schema !== undefined) yield [name, schema];
  for (const [key, member] of Object.entries(value)) if (key !== 'example' && key !== 'examples') yield* membersIn(member);
}

/** One word for one thing, where `interface.md` is silent: what it is called elsewhere is not used. */
const refusedNames: Readonly<Record<string, string>> = {
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

/** What the end of a name says of its value. */
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
  it('are one word for one thing', () => {
    expect(members.length).toBeGreaterThan(500);
    const refused = members
      .filter(([name]) => Object.hasOwn(refusedNames, name) && !specified.includes(name))
      .map(([name]) => `${name}: say ${refusedNames[name]}`);
    expect(refused).toEqual([]);
  });

  it.each(forms)('that match %s have values of one form', (pattern, fits) => {
    const matching = members.filter(([name, schema]) => pattern.test(name) && ('type' in schema || 'format' in schema));
    expect(matching.length).toBeGreaterThan(0);
    // In Order a member without a value is null.
    const plain = matching.filter(([, { type }]) => !Array.isArray(type));
    expect(plain.filter(([, schema]) => !fits(schema)).map(([name, schema]) => `${name}: ${JSON.stringify(schema)}`)).toEqual([]);
  });

  it('are written alike: small first, no underscores', () => {
    const odd = members.map(([name]) => name).filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name) && !/^[A-Z]/.test(name));
    expect([...new Set(odd)]).toEqual([]);
  });
});
