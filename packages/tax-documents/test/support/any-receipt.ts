import { anIbsCbs, aReceipt } from '@linework/testing/documents/a-receipt';
import fc from 'fast-check';
import { calculateLevy } from '../../src/calculate-levy.ts';
import { percentToCents } from '../../src/model/decimal.ts';
import type { Icms, Item } from '../../src/model/item.ts';
import type { Address, Customer, Receipt } from '../../src/model/receipt.ts';
import { getStateCode, states } from '../../src/model/states.ts';
import { toLatinText } from '../../src/model/to-latin-text.ts';

/**
 * Words of any alphabet, with the characters that XML escapes; at least two letters remain in the authority's alphabet.
 */
const words = fc
  .string({ unit: fc.constantFrom(...'abçãÕ é&<>"\'“ł李\n;]]€0'), minLength: 2, maxLength: 150 })
  .filter((text) => toLatinText(text).length >= 2);
const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));
const amount = (max: number, places = 2) => fc.integer({ min: 0, max: max }).map((value) => decimal(value, places));
const day = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2034-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const address: fc.Arbitrary<Address> = fc
  .record({
    street: words,
    number: words,
    complement: words,
    district: words,
    city: words,
    state: fc.constantFrom(...states),
    place: digits(5),
    postalCode: digits(8),
  })
  .map(({ place, ...others }) => ({ ...others, cityCode: `${getStateCode(others.state)}${place}` }));

const customer: fc.Arbitrary<Customer> = fc.record(
  {
    name: words,
    identity: fc.constantFrom({ cpf: '52998224725' }, { cnpj: '11222333000181' }, { other: 'YB4567821' }),
    stateTaxId: fc.constantFrom('EXEMPT', '110042490114'),
    address,
  },
  { requiredKeys: ['name', 'identity', 'address'] },
);

const taxed = fc.tuple(amount(9_999_999), amount(2500)).map(([base, rate]) => calculateLevy(base, rate));
const ibsCbs = amount(9_999_999).map((base) =>
  anIbsCbs({
    base,
    state: { rate: '0.1', amount: percentToCents(base, '0.1') },
    cbs: { rate: '0.9', amount: percentToCents(base, '0.9') },
  }),
);
const relief = fc.record({ amount: amount(99_999), benefit: fc.constantFrom('', 'SP010240') });
const icms: fc.Arbitrary<Icms> = fc.oneof(
  taxed.map((tax) => ({ kind: 'TAXED' as const, ...tax })),
  fc
    .tuple(taxed, relief, amount(10_000))
    .map(([tax, letOff, reduction]) => ({ kind: 'REDUCED' as const, ...tax, relief: letOff, reduction })),
  fc.record({ kind: fc.constantFrom('EXEMPT' as const, 'UNTAXED' as const, 'DEFERRED' as const), relief }),
  taxed.map((tax) => ({ kind: 'OTHER' as const, ...tax, povertyFund: { rate: '2.0001', amount: tax.amount } })),
  fc.constant({ kind: 'SIMPLE' as const }),
  fc.constant({ kind: 'OUTSIDE' as const }),
);

const item: fc.Arbitrary<Item> = fc
  .record({
    code: words,
    description: words,
    classification: digits(7),
    unit: fc.constantFrom('MINUTE' as const, 'MB' as const, 'GB' as const, 'UNIT' as const),
    quantity: amount(1_000_000_000, 4),
    unitPrice: amount(1_000_000_000, 8),
    surcharge: amount(999),
    note: words,
    creditUntil: day,
    taxes: fc.record({
      icms,
      pis: taxed.map((tax) => ({ situation: '01' as const, ...tax })),
      fust: taxed,
      funttel: taxed,
      ibsCbs,
    }),
  })
  .map((created) => (created.taxes.icms.kind === 'OUTSIDE' ? created : { ...created, cfop: '5307' }))
  .map((created) => ({ ...created, discount: created.surcharge }));

/** A receipt with any words and amounts that can be an NFCom 1.00. */
export const arbitraryReceipt: fc.Arbitrary<Receipt> = fc
  .record({
    customer,
    items: fc.array(item, { minLength: 1, maxLength: 8 }),
    issuerAddress: address,
    name: words,
    notes: fc.array(words, { maxLength: 5 }),
    dueOn: day,
  })
  .map(({ issuerAddress, name, dueOn, ...others }) => {
    const { issuer, billing } = aReceipt();
    return aReceipt({
      ...others,
      issuer: { ...issuer, name, address: issuerAddress },
      billing: billing && { ...billing, dueOn },
    });
  });

function decimal(value: number, places: number): string {
  const text = String(value).padStart(places + 1, '0');
  return `${text.slice(0, -places)}.${text.slice(-places)}`;
}
