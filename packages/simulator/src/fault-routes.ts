import express, { type Request, Router } from 'express';
import type { z } from 'zod';
import type { FaultOrder } from './fault.ts';
import { type Faults, type OrderedFault, release } from './faults.ts';
import { read } from './read-request.ts';
import { RefusedCall } from './refused-call.ts';

/** Where people and tests order what is to go wrong, and see how often it did. */
export function faultRoutes<Match, Call>(faults: Faults<Match, Call>, faultOrder: z.ZodType<FaultOrder<Match>>): Router {
  const faultOf = (request: Request<{ id: string }>) => known(faults, request.params.id);
  return Router()
    .use(express.json())
    .post('/', (request, response) => {
      response.status(201).json(shown(faults.order(read(faultOrder, request.body))));
    })
    .get('/', (_request, response) => {
      response.json({ items: faults.all().map(shown) });
    })
    .delete('/', (_request, response) => {
      for (const fault of faults.all()) faults.remove(fault);
      response.status(204).end();
    })
    .get('/:id', (request, response) => {
      response.json(shown(faultOf(request)));
    })
    .post('/:id/release', (request, response) => {
      response.json({ released: release(faultOf(request)) });
    })
    .delete('/:id', (request, response) => {
      faults.remove(faultOf(request));
      response.status(204).end();
    });
}

function known<Match>(faults: Pick<Faults<Match, never>, 'find'>, id: string): OrderedFault<Match> {
  const fault = faults.find(id);
  if (!fault) throw new RefusedCall(404, 'unknown-fault', 'No fault with this id is ordered.');
  return fault;
}

function shown({ id, order, struck, held }: OrderedFault) {
  return { id, ...order, struck, holding: held.size };
}
