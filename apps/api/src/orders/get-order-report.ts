import { implement } from '@linework/http/implement';
import { getOrderReport as read } from '@linework/orders/order-report/get-order-report';
import { getOrderReportRoute } from '@linework/schemas/reports/order-report.routes';
import type { Deps } from '../deps.ts';

export const getOrderReport = implement(getOrderReportRoute, async ({ query, caller }, { db }: Deps) => ({
  status: 200,
  body: await read(db, caller, query),
}));
