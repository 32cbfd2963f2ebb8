import { parseRequest } from '@linework/simulator/read-request';
import express, { Router } from 'express';
import { z } from 'zod';
import { assertImportable } from './create-subscribers.ts';
import { keyModes } from './key-mode.ts';
import type { Simulator } from './open-simulator.ts';
import { imsi, subscriber } from './subscriber.ts';

const importLimitBytes = 64 * 1024 * 1024;
const lastDigits = z.string().regex(/^\+?\d{1,15}$/, 'Digits: the last ones, or all of them.');
const listQuery = z.strictObject({ imsi: lastDigits.default(''), msisdn: lastDigits.default('') });
const requestLogQuery = z.strictObject({
  imsi: imsi.optional(),
  key: z.string().optional(),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
const keysBody = z.strictObject({ keys: z.enum(keyModes) });
const callsQuery = z.strictObject({ key: z.string().optional() });

/** Routes for people and tests only: to fill the register and to read it. Faults do not apply here. */
export function createObserverRoutes(simulator: Simulator): Router {
  const { state, counts, lateCalls } = simulator;
  return Router()
    .put('/keys', express.json(), (request, response) => {
      simulator.keys = parseRequest(keysBody, request.body).keys;
      response.json({ keys: simulator.keys });
    })
    .put('/subscribers', express.json({ limit: importLimitBytes }), (request, response) => {
      const subscribers = parseRequest(z.array(subscriber), request.body);
      assertImportable(state.subscribers, subscribers);
      state.record({ kind: 'loaded', subscribers });
      response.json({ loaded: subscribers.length });
    })
    .delete('/subscribers', express.json({ limit: importLimitBytes }), (request, response) => {
      const imsis = parseRequest(z.array(imsi), request.body).filter((one) => state.subscribers.find(one));
      state.record({ kind: 'removed', imsis });
      response.json({ removed: imsis.length });
    })
    .get('/subscribers', (request, response) => {
      const filter = parseRequest(listQuery, request.query);
      const found = state.subscribers
        .all()
        .filter((one) => one.imsi.endsWith(filter.imsi) && one.msisdn.endsWith(filter.msisdn));
      response.type('application/x-ndjson').end(
        found
          .map((one) => `${JSON.stringify(one)}\n`)
          .toArray()
          .join(''),
      );
    })
    .get('/ledger', (request, response) => {
      response.json(state.requestLog.page(parseRequest(requestLogQuery, request.query)));
    })
    .get('/late-calls', (_request, response) => {
      response.json({ items: lateCalls.all() });
    })
    .get('/calls', (request, response) => {
      const { key } = parseRequest(callsQuery, request.query);
      response.json(key === undefined ? counts.total() : { key, calls: counts.get(key) });
    });
}
