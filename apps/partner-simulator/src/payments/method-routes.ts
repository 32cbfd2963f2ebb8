import { read } from '@linework/simulator/read-request';
import { RefusedCall } from '@linework/simulator/refused-call';
import express, { type Request, Router } from 'express';
import { z } from 'zod';
import { answerChange, answerLook, unknown } from '../answer-call.ts';
import type { Simulator } from '../simulator.ts';
import { type Method, method, methodId, token } from './method.ts';
import { activated, answerToMethod } from './method-answer.ts';

const path = z.object({ id: methodId });
const registration = z.strictObject({ methodId, type: method.shape.type, token });
const decision = z.strictObject({ reason: z.string().min(1).max(100).optional() }).default({});
const idOf = (request: Request) => read(path, request.params).id;

/** The ways to pay that the provider knows. A token that looks like a card's number it does not take. */
export function methodRoutes(simulator: Simulator): Router {
  const { books, told, notices } = simulator;
  const decide = (request: Request, becomes: (found: Method, reason: string | undefined) => Method) => {
    const found = books.find('method', idOf(request));
    if (!found) throw unknown();
    if (found.status !== 'PENDING') throw new RefusedCall(409, 'decided', 'This method is not PENDING.');
    const record = becomes(found, read(decision, request.body).reason);
    books.record({ operation: 'decide-method', record });
    notices.ring('/payments/notifications', { paymentMethodId: record.id });
    return shown(record);
  };

  return Router()
    .use(express.json())
    .post('/', (request, response) => {
      const asked = read(registration, request.body);
      const call = { operation: 'payments.register-method', id: asked.methodId } as const;
      const act = () => {
        if (books.find('method', call.id)) throw new RefusedCall(409, 'method-exists', 'This method is known already.');
        if (/^[\d-]{12,}$/.test(asked.token)) throw new RefusedCall(422, 'not-a-token', 'This is no token of ours.');
        return answerToMethod({ ...asked, id: call.id }, told.take(call));
      };
      return answerChange(simulator, { ...call, kind: 'method', act, shown }, request, response);
    })
    .get('/:id', (request, response) =>
      answerLook(simulator, { operation: 'payments.find-method', kind: 'method', id: idOf(request), shown: shownUnlessRemoved }, response),
    )
    .delete('/:id', (request, response) => {
      const id = idOf(request);
      const act = () => {
        const found = books.find('method', id);
        if (!found) throw unknown();
        return { ...found, status: 'REMOVED' as const };
      };
      return answerChange(simulator, { operation: 'payments.remove-method', kind: 'method', id, act, shown: () => ({ removed: true }) }, request, response);
    })
    .post('/:id/approve', (request, response) => void response.json(decide(request, activated)))
    .post('/:id/refuse', (request, response) => {
      response.json(decide(request, (found, reason = 'REFUSED_BY_HOLDER') => ({ ...found, status: 'REFUSED', reason })));
    });
}

function shown({ status, brand, lastFour, expiresOn, reason }: Method) {
  return { status, brand, lastFour, expiresOn, reason };
}

function shownUnlessRemoved(found: Method) {
  if (found.status === 'REMOVED') throw unknown();
  return shown(found);
}
