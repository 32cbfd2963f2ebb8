import { parseRequest } from '@linework/simulator/read-request';
import express, { Router } from 'express';
import { z } from 'zod';
import type { Simulator } from './open-simulator.ts';
import { scriptedReply } from './scripted-replies.ts';

const requestLogQuery = z.strictObject({
  /** The id of a record. */
  id: z.string().optional(),
  key: z.string().optional(),
  kind: z.enum(['method', 'charge', 'refund', 'receipt', 'bilhete', 'port-out']).optional(),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
const lineworkBody = z.strictObject({ url: z.url(), key: z.string().optional() });
/** No act has set CBS of 2027 and 2028 yet. */
const taxRatesBody = z.strictObject({
  from: z.iso.date().refine((day) => day >= '2027-01-01' && day < '2029-01-01', 'must be in 2027 or 2028'),
  cbs: z.string().regex(/^\d{1,2}(\.\d{1,4})?$/, 'must be a percentage such as 8.7'),
});
const callsQuery = z.strictObject({ operation: z.string(), key: z.string() });

/** Routes for people and tests only: effects, call counts and scripted replies. Faults do not apply here. */
export function createObserverRoutes({ store, counts, scriptedReplies, webhooks, authorityRates }: Simulator): Router {
  return Router()
    .use(express.json())
    .get('/ledger', (request, response) => {
      const { id, key, kind, after, limit } = parseRequest(requestLogQuery, request.query);
      const matching = store
        .listEntries()
        .slice(after)
        .filter(
          ({ key: ofKey, record }) =>
            (id ?? record.id) === record.id && (key ?? ofKey) === ofKey && (kind ?? record.kind) === record.kind,
        );
      const items = matching.slice(0, limit);
      response.json(matching.length > limit ? { items, next: items.at(-1)?.seq } : { items });
    })
    .get('/calls', (request, response) => {
      const { operation, key } = parseRequest(callsQuery, request.query);
      response.json({ operation, key, calls: counts.get(`${operation} ${key}`) });
    })
    .put('/linework', (request, response) => {
      webhooks.setTarget(parseRequest(lineworkBody, request.body));
      response.status(204).end();
    })
    .put('/tax-rates', (request, response) => {
      const { from, cbs } = parseRequest(taxRatesBody, request.body);
      authorityRates.publishCbs(from, cbs);
      response.status(204).end();
    })
    .get('/answers', (_request, response) => void response.json({ items: scriptedReplies.all() }))
    .post('/answers', (request, response) => {
      const reply = parseRequest(scriptedReply, request.body);
      scriptedReplies.add(reply);
      response.status(201).json(reply);
    })
    .delete('/answers', (_request, response) => {
      scriptedReplies.clear();
      response.status(204).end();
    });
}
