import { implement } from '@linework/http/implement';
import { listTaxRatesRoute } from '@linework/schemas/tax-receipts/tax-rates.routes';
import { listTaxRates as read } from '@linework/tax-receipts/rates/list-tax-rates';
import type { Deps } from '../deps.ts';

export const listTaxRates = implement(listTaxRatesRoute, async ({ query }, { db }: Deps) => ({
  status: 200,
  body: await read(db, query.on),
}));
