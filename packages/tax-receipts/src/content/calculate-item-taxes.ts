import { calculateLevy } from '@linework/tax-documents/calculate-levy';
import { difference, sum } from '@linework/tax-documents/model/decimal';
import type { ItemTaxes } from '@linework/tax-documents/model/item';
import type { ReceiptRates, TaxRegime } from '@linework/tax-documents/model/receipt';

export interface TaxInput {
  readonly regime: TaxRegime;
  readonly isCommunication: boolean;
  /** The amount that the item adds to the bill. */
  readonly net: string;
  /** The rates of the taxes that the receipt carries; a draft leaves out those that are not known. */
  readonly rates: ReceiptRates['rates'];
}

/**
 * The taxes of an item, all included in its price, by a simple rule; which regime carries which tax at which rate is
 * data (`tax_rate`). SIMPLE pays one tax on everything elsewhere (complementary law 123/2006), and shows none here.
 * ICMS is on communication; PIS and COFINS on the amount without ICMS (theme 69 of the Supreme Court); FUST (law
 * 9.998/2000, article 6, IV) and FUNTTEL (law 10.052/2000, article 4, III), on communication, on the amount without
 * ICMS, PIS and COFINS. Assumes that no supplier has a tax benefit and no customer pays ICMS directly.
 */
export function calculateItemTaxes({ regime, isCommunication, net, rates }: TaxInput): ItemTaxes {
  const icms = calculateIcms({ regime, isCommunication, net, rates });
  const withoutIcms = difference(net, icms.kind === 'TAXED' ? icms.amount : '0');
  const [pis, cofins] = [rates.PIS, rates.COFINS].map((rate) =>
    rate === undefined ? undefined : calculateLevy(withoutIcms, rate),
  );
  const base = difference(withoutIcms, sum([pis?.amount ?? '0', cofins?.amount ?? '0']));
  return {
    icms,
    ...(pis && { pis: { situation: '01', ...pis } }),
    ...(cofins && { cofins: { situation: '01', ...cofins } }),
    ...(isCommunication && rates.FUST !== undefined && { fust: calculateLevy(base, rates.FUST) }),
    ...(isCommunication && rates.FUNTTEL !== undefined && { funttel: calculateLevy(base, rates.FUNTTEL) }),
  };
}

function calculateIcms({ regime, isCommunication, net, rates }: TaxInput): ItemTaxes['icms'] {
  if (!isCommunication) return { kind: 'OUTSIDE' };
  if (rates.ICMS !== undefined) return { kind: 'TAXED', ...calculateLevy(net, rates.ICMS) };
  return regime === 'SIMPLE' ? { kind: 'SIMPLE' } : { kind: 'UNTAXED' };
}
