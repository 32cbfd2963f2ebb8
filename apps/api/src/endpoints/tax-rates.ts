import { addTaxRatesRoute, listTaxRatesRoute } from '@linework/schemas/tax-receipts/tax-rates.routes';
import { listTaxRates } from '@linework/tax-receipts/rates/list-tax-rates';
import { loadTaxRates } from '@linework/tax-receipts/rates/load-tax-rates';
import { record } from '../request/endpoint.ts';

export const taxRates = {
  '/tax-rates': {
    get: record(listTaxRatesRoute, ({ query }, { db }) => listTaxRates(db, query.on)),
    post: record(addTaxRatesRoute, ({ body, caller }, { db }) => loadTaxRates(db, { caller, ...body })),
  },
} as const;
