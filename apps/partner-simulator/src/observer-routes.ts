import { read } from '@linework/simulator/read-request';
import express, { Router } from 'express';
import { z } from 'zod';
import type { Simulator } from './simulator.ts';
import { answerOrder } from './told-answers.ts';

const ledgerQuery = z.strictObject({
  /** The id of a record. */
  id: z.string().optional(),
  key: z.string().optional(),
  kind: z.enum(['method', 'charge', 'receipt', 'bilhete', 'port-out']).optional(),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
const linework = z.strictObject({ url: z.url(), key: z.string().optional() });
const callsQuery = z.strictObject({ operation: z.string(), key: z.string() });

/** What only people and tests use: what took effect, how often calls came, and what is to be answered. No fault strikes here. */
export function observerRoutes({ books, counts, told, notices }: Simulator): Router {
  return Router()
    .use(express.json())
    .get('/ledger', (request, response) => {
      const { id, key, kind, after, limit } = read(ledgerQuery, request.query);
      const fitting = books
        .ledger()
        .slice(after)
        .filter(({ key: ofKey, record }) => (id ?? record.id) === record.id && (key ?? ofKey) === ofKey && (kind ?? record.kind) === record.kind);
      const items = fitting.slice(0, limit);
      response.json(fitting.length > limit ? { items, next: items.at(-1)?.seq } : { items });
    })
    .get('/calls', (request, response) => {
      const { operation, key } = read(callsQuery, request.query);
      response.json({ operation, key, calls: counts.of(`${operation} ${key}`) });
    })
    .put('/linework', (request, response) => {
      notices.tell(read(linework, request.body));
      response.status(204).end();
    })
    .get('/answers', (_request, response) => void response.json({ items: told.all() }))
    .post('/answers', (request, response) => {
      const order = read(answerOrder, request.body);
      told.tell(order);
      response.status(201).json(order);
    })
    .delete('/answers', (_request, response) => {
      told.clear();
      response.status(204).end();
    });
}
