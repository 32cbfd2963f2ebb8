import { createErrorHandler } from '@linework/simulator/create-error-handler';
import { createFaultRoutes } from '@linework/simulator/create-fault-routes';
import { RejectedCall } from '@linework/simulator/rejected-call';
import express, { type Express } from 'express';
import { buildManual } from './build-manual.ts';
import { createObserverRoutes } from './create-observer-routes.ts';
import { createOperationRoutes } from './create-operation-routes.ts';
import { createNumberRoutes, createRegisterRoutes, createSubscriberRoutes } from './create-subscriber-routes.ts';
import { faultRuleShape } from './fault-match.ts';
import type { Simulator } from './open-simulator.ts';

/** The whole simulator over HTTP: manual, health, faults, observer routes, and the network itself. */
export function buildApp(simulator: Simulator): Express {
  const app = express().disable('x-powered-by').disable('etag');
  app.get(
    '/',
    (request, response) => void response.type('text/plain').send(buildManual(`http://${request.headers.host}`)),
  );
  app.get('/health/live', (_request, response) => void response.json({ status: 'live' }));
  app.use('/faults', createFaultRoutes(simulator.faults, faultRuleShape));
  app.use(createObserverRoutes(simulator));
  app.use('/operations', createOperationRoutes(simulator));
  app.use('/subscribers', createSubscriberRoutes(simulator));
  app.use('/numbers', createNumberRoutes(simulator));
  app.use('/register', createRegisterRoutes(simulator));
  app.use(() => {
    throw new RejectedCall(404, 'unknown-address', 'Nothing exists at this address. GET / lists the addresses.');
  });
  app.use(createErrorHandler(simulator.log));
  return app;
}
