import { read } from '@linework/simulator/read-request';
import express, { Router } from 'express';
import { z } from 'zod';
import { keyModes } from './key-mode.ts';
import type { Simulator } from './simulator.ts';
import { imsi, subscriber } from './subscriber.ts';
import { checkLoad } from './subscribers.ts';

const loadLimitBytes = 64 * 1024 * 1024;
const lastDigits = z.string().regex(/^\+?\d{1,15}$/, 'Digits: the last ones, or all of them.');
const listQuery = z.strictObject({ imsi: lastDigits.default(''), msisdn: lastDigits.default('') });
const ledgerQuery = z.strictObject({
  imsi: imsi.optional(),
  key: z.string().optional(),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
const keysBody = z.strictObject({ keys: z.enum(keyModes) });
const callsQuery = z.strictObject({ key: z.string().optional() });

/** What only people and tests use: to fill the register and to look at it. No fault strikes here. */
export function observerRoutes(simulator: Simulator): Router {
  const { state, counts, lateCalls } = simulator;
  return Router()
    .put('/keys', express.json(), (request, response) => {
      simulator.keys = read(keysBody, request.body).keys;
      response.json({ keys: simulator.keys });
    })
    .put('/subscribers', express.json({ limit: loadLimitBytes }), (request, response) => {
      const subscribers = read(z.array(subscriber), request.body);
      checkLoad(state.subscribers, subscribers);
      state.record({ kind: 'loaded', subscribers });
      response.json({ loaded: subscribers.length });
    })
    .get('/subscribers', (request, response) => {
      const wanted = read(listQuery, request.query);
      const found = state.subscribers.all().filter((one) => one.imsi.endsWith(wanted.imsi) && one.msisdn.endsWith(wanted.msisdn));
      response.type('application/x-ndjson').end(
        found
          .map((one) => `${JSON.stringify(one)}\n`)
          .toArray()
          .join(''),
      );
    })
    .get('/ledger', (request, response) => {
      response.json(state.ledger.page(read(ledgerQuery, request.query)));
    })
    .get('/late-calls', (_request, response) => {
      response.json({ items: lateCalls.all() });
    })
    .get('/calls', (request, response) => {
      const { key } = read(callsQuery, request.query);
      response.json(key === undefined ? counts.total() : { key, calls: counts.of(key) });
    });
}
