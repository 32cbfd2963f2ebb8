import { implement } from '@linework/http/implement';
import { addTaxRatesRoute } from '@linework/schemas/tax-receipts/tax-rates.routes';
import { loadTaxRates as load } from '@linework/tax-receipts/rates/load-tax-rates';
import type { Deps } from '../deps.ts';

export const addTaxRates = implement(addTaxRatesRoute, async ({ body, caller }, { db }: Deps) => ({
  status: 200,
  body: await load(db, { caller, ...body }),
}));
