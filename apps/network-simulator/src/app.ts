import { answerError } from '@linework/simulator/answer-error';
import { faultRoutes } from '@linework/simulator/fault-routes';
import { RefusedCall } from '@linework/simulator/refused-call';
import express, { type Express } from 'express';
import { faultOrder } from './fault.ts';
import { manual } from './manual.ts';
import { observerRoutes } from './observer-routes.ts';
import type { Simulator } from './simulator.ts';
import { subscriberRoutes } from './subscriber-routes.ts';

/** The whole simulator behind HTTP: a manual, health, what is to go wrong, what can be seen, and the network itself. */
export function buildApp(simulator: Simulator): Express {
  const app = express().disable('x-powered-by').disable('etag');
  app.get('/', (request, response) => void response.type('text/plain').send(manual(`http://${request.headers.host}`)));
  app.get('/health/live', (_request, response) => void response.json({ status: 'live' }));
  app.use('/faults', faultRoutes(simulator.faults, faultOrder));
  app.use(observerRoutes(simulator));
  app.use('/subscribers', subscriberRoutes(simulator));
  app.use(() => {
    throw new RefusedCall(404, 'unknown-address', 'There is nothing at this address. GET / tells what there is.');
  });
  app.use(answerError(simulator.log));
  return app;
}
