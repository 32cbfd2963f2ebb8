import { answerError } from '@linework/simulator/answer-error';
import { faultRoutes } from '@linework/simulator/fault-routes';
import { RefusedCall } from '@linework/simulator/refused-call';
import express, { type Express } from 'express';
import { bilheteRoutes } from './clearing-house/bilhete-routes.ts';
import { answerCancelLater } from './clearing-house/cancel-port-out.ts';
import { answerLater } from './clearing-house/give-answer.ts';
import { portOutRoutes } from './clearing-house/port-out-routes.ts';
import { faultOrder } from './fault.ts';
import { manual } from './manual.ts';
import { observerRoutes } from './observer-routes.ts';
import { settleLater } from './payments/change-charge.ts';
import { chargeRoutes } from './payments/charge-routes.ts';
import { methodRoutes } from './payments/method-routes.ts';
import { refundRoutes } from './payments/refund-routes.ts';
import { settleRefundLater } from './payments/settle-refund.ts';
import { requireKey } from './require-key.ts';
import type { Simulator } from './simulator.ts';
import { receiptRoutes } from './tax-authority/receipt-routes.ts';

/** The three companies behind HTTP: a manual, health, what is to go wrong, what can be seen, and each company under its own path. */
export function buildApp(simulator: Simulator): Express {
  const app = express().disable('x-powered-by').disable('etag');
  app.get('/', (request, response) => void response.type('text/plain').send(manual(`http://${request.headers.host}`)));
  app.get('/health/live', (_request, response) => void response.json({ status: 'live' }));
  app.use('/faults', faultRoutes(simulator.faults, faultOrder));
  if (simulator.accessKey !== undefined) app.use(['/payments', '/tax-authority', '/clearing-house'], requireKey(simulator.accessKey));
  app.use('/payments/methods', methodRoutes(simulator));
  app.use('/payments/charges', chargeRoutes(simulator));
  app.use('/payments/refunds', refundRoutes(simulator));
  app.use('/tax-authority/receipts', receiptRoutes(simulator));
  app.use('/clearing-house/bilhetes', bilheteRoutes(simulator));
  app.use('/clearing-house/port-outs', portOutRoutes(simulator));
  app.use(observerRoutes(simulator));
  app.use(() => {
    throw new RefusedCall(404, 'unknown-address', 'There is nothing at this address. GET / tells what there is.');
  });
  app.use(answerError(simulator.log));
  goOn(simulator);
  return app;
}

/** What was to come later when the program last ended comes now. */
function goOn(simulator: Simulator): void {
  for (const one of simulator.books.all('charge')) settleLater(simulator, one);
  for (const one of simulator.books.all('refund')) settleRefundLater(simulator, one);
  for (const one of simulator.books.all('bilhete')) answerLater(simulator, one);
  for (const one of simulator.books.all('port-out')) answerCancelLater(simulator, one);
}
