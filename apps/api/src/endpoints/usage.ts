import {
  addCreditRoute,
  getBalancesRoute,
  getConsumptionRoute,
  recordUsageRoute,
} from '@linework/schemas/usage/usage.routes';
import { addCredit } from '@linework/usage/add-credit';
import { findBalance } from '@linework/usage/find-balance';
import { readConsumption } from '@linework/usage/read-consumption';
import { recordUsage } from '@linework/usage/record-usage';
import { endpoint, record } from '../request/endpoint.ts';

export const usage = {
  '/lines/{lineId}/products/{productId}/balances': {
    get: record(getBalancesRoute, ({ params, caller }, { db }) => findBalance(db, { caller, ...params })),
  },
  '/lines/{lineId}/products/{productId}/consumption': {
    get: record(getConsumptionRoute, ({ params, query, caller }, { db }) =>
      readConsumption(db, { caller, ...params, ...query }),
    ),
  },
  '/lines/{lineId}/products/{productId}/credits': {
    post: endpoint(addCreditRoute, async ({ params, body, caller }, { db }) => {
      const credit = await addCredit(db, { caller, ...params, ...body });
      return {
        status: 201,
        body: credit,
        headers: { Location: `/lines/${credit.lineId}/products/${credit.productId}/balances` },
      };
    }),
  },
  '/usage/records': {
    post: record(recordUsageRoute, ({ body, caller }, { db, runInTurn }) =>
      recordUsage(db, { caller, ...body, throttleWrite: (work) => runInTurn(caller, work) }),
    ),
  },
} as const;
