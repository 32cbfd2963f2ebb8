import express, { type Request, Router } from 'express';
import type { z } from 'zod';
import { type Faults, type InjectedFault, release } from './create-faults.ts';
import type { FaultRule } from './fault-rule.ts';
import { parseRequest } from './read-request.ts';
import { RejectedCall } from './rejected-call.ts';

/** Routes for people and tests to inject faults and to see how often they were triggered. */
export function createFaultRoutes<Match, Call>(
  faults: Faults<Match, Call>,
  faultRuleShape: z.ZodType<FaultRule<Match>>,
): Router {
  const findFault = (request: Request<{ id: string }>) => findKnownFault(faults, request.params.id);
  return Router()
    .use(express.json())
    .post('/', (request, response) => {
      response.status(201).json(showFault(faults.inject(parseRequest(faultRuleShape, request.body))));
    })
    .get('/', (_request, response) => {
      response.json({ items: faults.all().map(showFault) });
    })
    .delete('/', (_request, response) => {
      for (const fault of faults.all()) faults.remove(fault);
      response.status(204).end();
    })
    .get('/:id', (request, response) => {
      response.json(showFault(findFault(request)));
    })
    .post('/:id/release', (request, response) => {
      response.json({ released: release(findFault(request)) });
    })
    .delete('/:id', (request, response) => {
      faults.remove(findFault(request));
      response.status(204).end();
    });
}

function findKnownFault<Match>(faults: Pick<Faults<Match, never>, 'find'>, id: string): InjectedFault<Match> {
  const fault = faults.find(id);
  if (!fault) throw new RejectedCall(404, 'unknown-fault', 'No fault has this id.');
  return fault;
}

function showFault({ id, rule, triggeredCount, held }: InjectedFault) {
  return { id, ...rule, struck: triggeredCount, holding: held.size };
}
