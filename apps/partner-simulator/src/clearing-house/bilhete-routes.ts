import { read } from '@linework/simulator/read-request';
import { RefusedCall } from '@linework/simulator/refused-call';
import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { answerChange, answerLook, unknown } from '../answer-call.ts';
import type { Operation } from '../operations.ts';
import type { Simulator } from '../simulator.ts';
import { type Bilhete, portInId, reasonCodes, type Request as Wanted, request as wanted } from './bilhete.ts';
import { answerLater, giveAnswer } from './give-answer.ts';

const path = z.object({ id: portInId });
const asking = wanted.extend({ portInId });
const answerBody = z.strictObject({
  status: z.enum(['ACCEPTED', 'CONFLICT', 'REJECTED']),
  reasonCode: z.enum(reasonCodes).optional(),
  detail: z.string().min(1).max(200).optional(),
});
const idOf = (request: Request) => read(path, request.params).id;
const over: readonly Bilhete['status'][] = ['PORTED', 'CANCELLED', 'REJECTED'];

/** Bilhetes: taken in at once, answered by the donor later. */
export function bilheteRoutes(simulator: Simulator): Router {
  const change = (operation: Operation, move: (found: Bilhete, request: Request) => Bilhete) => (request: Request, response: Response) => {
    const id = idOf(request);
    const act = () => {
      const found = simulator.books.find('bilhete', id);
      if (!found) throw unknown();
      return move(found, request);
    };
    return answerChange(simulator, { operation, kind: 'bilhete', id, act, shown, afterwards: (one) => answerLater(simulator, one) }, request, response);
  };

  return Router()
    .use(express.json())
    .post('/', (request, response) => {
      const { portInId: id, ...asked } = read(asking, request.body);
      const act = () => taken(simulator, id, asked);
      const afterwards = (one: Bilhete) => answerLater(simulator, one);
      return answerChange(simulator, { operation: 'clearing-house.request', kind: 'bilhete', id, act, shown, afterwards }, request, response);
    })
    .get('/:id', (request, response) => answerLook(simulator, { operation: 'clearing-house.find', kind: 'bilhete', id: idOf(request), shown }, response))
    .post(
      '/:id/correct',
      change('clearing-house.correct', (found, request) => {
        const { reasonCode: _, detail: __, ...kept } = from(found, ['CONFLICT', 'PENDING']);
        return { ...kept, ...read(wanted, request.body), corrected: true, status: 'PENDING', answersAt: answerTime(simulator) };
      }),
    )
    .post(
      '/:id/cancel',
      change('clearing-house.cancel', (found) => ended(from(found, ['PENDING', 'ACCEPTED', 'CONFLICT', 'CANCELLED']), 'CANCELLED')),
    )
    .post(
      '/:id/confirm',
      change('clearing-house.confirm', (found) => ended(from(found, ['ACCEPTED', 'PORTED']), 'PORTED')),
    )
    .post('/:id/answer', (request, response) => {
      response.json(shown(giveAnswer(simulator, idOf(request), read(answerBody, request.body))));
    });
}

function taken(simulator: Simulator, id: string, asked: Wanted): Bilhete {
  const { books } = simulator;
  if (books.find('bilhete', id)) throw new RefusedCall(409, 'bilhete-exists', 'This port-in is known already, under another idempotency key.');
  const running = books.all('bilhete').some((one) => one.msisdn === asked.msisdn && !over.includes(one.status));
  if (running) throw new RefusedCall(422, 'REQUEST_RUNNING', 'Another request for this number is under way.');
  const ticket = `BP${String(books.ledger().length + 1).padStart(10, '0')}`;
  return { kind: 'bilhete', id, ticket, ...asked, status: 'PENDING', answersAt: answerTime(simulator) };
}

function answerTime({ now, answerAfterMs }: Simulator): string {
  return new Date(now() + answerAfterMs).toISOString();
}

function from(found: Bilhete, statuses: readonly Bilhete['status'][]): Bilhete {
  if (!statuses.includes(found.status)) throw new RefusedCall(409, 'not-now', `This bilhete is ${found.status}.`);
  return found;
}

function ended({ answersAt: _, ...found }: Bilhete, status: 'CANCELLED' | 'PORTED'): Bilhete {
  return { ...found, status };
}

function shown({ ticket, status, reasonCode, detail, windowFrom, windowUntil }: Bilhete) {
  return { ticket, status, reasonCode, detail, windowFrom, windowUntil };
}
