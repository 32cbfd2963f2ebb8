import { createErrorHandler } from '@linework/simulator/create-error-handler';
import { createFaultRoutes } from '@linework/simulator/create-fault-routes';
import { RejectedCall } from '@linework/simulator/rejected-call';
import express, { type Express } from 'express';
import { buildManual } from './build-manual.ts';
import { answerBilheteLater } from './clearing-house/answer-bilhete.ts';
import { answerCancelLater } from './clearing-house/cancel-port-out.ts';
import { createBilheteRoutes } from './clearing-house/create-bilhete-routes.ts';
import { createPortOutRoutes } from './clearing-house/create-port-out-routes.ts';
import { createObserverRoutes } from './create-observer-routes.ts';
import { faultRuleShape } from './fault-match.ts';
import type { Simulator } from './open-simulator.ts';
import { settleChargeLater } from './payments/change-charge.ts';
import { createChargeRoutes } from './payments/create-charge-routes.ts';
import { createMethodRoutes } from './payments/create-method-routes.ts';
import { settleRefundLater } from './payments/create-refund.ts';
import { createRefundRoutes } from './payments/create-refund-routes.ts';
import { requireKey } from './require-key.ts';
import { createReceiptRoutes } from './tax-authority/create-receipt-routes.ts';

/** The three companies over HTTP: manual, health, faults, observer routes, and each company under its own path. */
export function buildApp(simulator: Simulator): Express {
  const app = express().disable('x-powered-by').disable('etag');
  app.get(
    '/',
    (request, response) => void response.type('text/plain').send(buildManual(`http://${request.headers.host}`)),
  );
  app.get('/health/live', (_request, response) => void response.json({ status: 'live' }));
  app.use('/faults', createFaultRoutes(simulator.faults, faultRuleShape));
  if (simulator.accessKey !== undefined)
    app.use(['/payments', '/tax-authority', '/clearing-house'], requireKey(simulator.accessKey));
  app.use('/payments/methods', createMethodRoutes(simulator));
  app.use('/payments/charges', createChargeRoutes(simulator));
  app.use('/payments/refunds', createRefundRoutes(simulator));
  app.use('/tax-authority/receipts', createReceiptRoutes(simulator));
  app.use('/clearing-house/bilhetes', createBilheteRoutes(simulator));
  app.use('/clearing-house/port-outs', createPortOutRoutes(simulator));
  app.use(createObserverRoutes(simulator));
  app.use(() => {
    throw new RejectedCall(404, 'unknown-address', 'Nothing exists at this address. GET / lists the addresses.');
  });
  app.use(createErrorHandler(simulator.log));
  resumePending(simulator);
  return app;
}

/** Actions that were pending when the program last ended run now. */
function resumePending(simulator: Simulator): void {
  for (const one of simulator.store.all('charge')) settleChargeLater(simulator, one);
  for (const one of simulator.store.all('refund')) settleRefundLater(simulator, one);
  for (const one of simulator.store.all('bilhete')) answerBilheteLater(simulator, one);
  for (const one of simulator.store.all('port-out')) answerCancelLater(simulator, one);
}
