import { calculateLevy } from '@linework/tax-documents/calculate-levy';
import { difference, sum } from '@linework/tax-documents/decimal';
import type { ItemTaxes } from '@linework/tax-documents/item';
import type { TaxRegime } from '@linework/tax-documents/receipt';
import type { State } from '@linework/tax-documents/states';
import { icmsRates } from './icms-rates.ts';

export interface TaxInput {
  readonly regime: TaxRegime;
  /** The state of the supplier. */
  readonly state: State;
  readonly isCommunication: boolean;
  /** The amount that the item adds to the bill. */
  readonly net: string;
}

/**
 * The taxes of an item, all included in its price, by a simple rule. SIMPLE pays one tax on everything elsewhere (complementary law 123/2006), and
 * shows none here. SIMPLE_EXCEEDED pays ICMS like NORMAL (article 20) and nothing else here. NORMAL: ICMS at the state's rate; PIS 0.65 % and COFINS
 * 3 %, which still apply to telecommunications (law 10.833/2003, article 10, VIII), on the amount without ICMS (theme 69 of the Supreme Court); FUST
 * 1 % (law 9.998/2000, article 6, IV) and FUNTTEL 0.5 % (law 10.052/2000, article 4, III) on the amount without ICMS, PIS and COFINS. Assumes that no
 * supplier has a tax benefit and no customer pays ICMS directly.
 */
export function calculateItemTaxes({ regime, state, isCommunication, net }: TaxInput): ItemTaxes {
  const icms = calculateIcms({ regime, state, isCommunication, net });
  if (regime !== 'NORMAL') return { icms };
  const withoutIcms = difference(net, icms.kind === 'TAXED' ? icms.amount : '0');
  const [pis, cofins] = [calculateLevy(withoutIcms, '0.65'), calculateLevy(withoutIcms, '3')];
  const contributions = { icms, pis: { situation: '01', ...pis }, cofins: { situation: '01', ...cofins } } as const;
  if (!isCommunication) return contributions;
  const base = difference(withoutIcms, sum([pis.amount, cofins.amount]));
  return { ...contributions, fust: calculateLevy(base, '1'), funttel: calculateLevy(base, '0.5') };
}

function calculateIcms({ regime, state, isCommunication, net }: TaxInput): ItemTaxes['icms'] {
  if (!isCommunication) return { kind: 'OUTSIDE' };
  return regime === 'SIMPLE' ? { kind: 'SIMPLE' } : { kind: 'TAXED', ...calculateLevy(net, icmsRates[state]) };
}
