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
const callsQuery = z.strictObject({ operation: z.string(), key: z.string() });

/** Routes for people and tests only: effects, call counts and scripted replies. Faults do not apply here. */
export function createObserverRoutes({ store, counts, scriptedReplies, webhooks }: Simulator): Router {
  return Router()
    .use(express.json())
    .get('/ledger', (request, response) => {
      const { id, key, kind, after, limit } = parseRequest(requestLogQuery, request.query);
      const matching = store
        .listEntries()
        .slice(after)
        .filter(({ key: ofKey, record }) => (id ?? record.id) === record.id && (key ?? ofKey) === ofKey && (kind ?? record.kind) === record.kind);
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
