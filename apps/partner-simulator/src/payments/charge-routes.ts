import { read } from '@linework/simulator/read-request';
import { RefusedCall } from '@linework/simulator/refused-call';
import express, { type Request, Router } from 'express';
import { z } from 'zod';
import { answerChange, answerLook } from '../answer-call.ts';
import type { Simulator } from '../simulator.ts';
import { type ChargeOrder, changeCharge, chargeOrders, settleLater } from './change-charge.ts';
import { amount, type Charge, paymentId } from './charge.ts';
import { answerToCharge, loseAnswer } from './charge-answer.ts';
import { token } from './method.ts';

const path = z.object({ id: paymentId });
const chargeBody = z.strictObject({ paymentId, token, amount, currency: z.literal('BRL') });
const orderPath = path.extend({ order: z.enum(Object.keys(chargeOrders) as [ChargeOrder, ...ChargeOrder[]]) });
const reason = z.strictObject({ reason: z.string().min(1).max(100).optional() }).default({});
const idOf = (request: Request) => read(path, request.params).id;

/** What the provider takes of people, once for each payment; and, for people and tests, what becomes of it later. */
export function chargeRoutes(simulator: Simulator): Router {
  const { books, told } = simulator;
  return Router()
    .use(express.json())
    .post('/', (request, response) => {
      const { paymentId: id, ...asked } = read(chargeBody, request.body);
      const call = { operation: 'payments.charge', id } as const;
      const act = () => {
        checkCharge(simulator, id, asked.token);
        return answerToCharge({ id, ...asked }, told.take(call), new Date(simulator.now() + simulator.answerAfterMs).toISOString());
      };
      const afterwards = (charge: Charge) => {
        settleLater(simulator, charge);
        loseAnswer(charge);
      };
      return answerChange(simulator, { ...call, kind: 'charge', act, shown, afterwards }, request, response);
    })
    .get('/:id', (request, response) => answerLook(simulator, { operation: 'payments.find-charge', kind: 'charge', id: idOf(request), shown }, response))
    .post('/:id/cancel', (request, response) => {
      const id = idOf(request);
      const act = () => cancelled(books.find('charge', id), id);
      return answerChange(simulator, { operation: 'payments.cancel-charge', kind: 'charge', id, act, shown }, request, response);
    })
    .post('/:id/:order', (request, response) => {
      const { id, order } = read(orderPath, request.params);
      response.json(shown(changeCharge(simulator, id, order, read(reason, request.body).reason)));
    });
}

function checkCharge({ books }: Simulator, id: string, ofToken: string): void {
  const known = books.find('charge', id);
  if (known?.status === 'CANCELED') throw new RefusedCall(409, 'payment-canceled', 'This payment was called off before.');
  if (known) throw new RefusedCall(409, 'payment-exists', 'This payment is known already, under another idempotency key.');
  // A token that no method was registered by is taken as it comes.
  const methods = books.all('method').filter(({ token: own }) => own === ofToken);
  if (methods.length > 0 && !methods.some(({ status }) => status === 'ACTIVE')) throw new RefusedCall(422, 'method-not-active', 'This method is not in use.');
}

/** A payment that has not arrived yet is shut out, should it come late. */
function cancelled(found: Charge | undefined, id: string): Charge {
  if (!found) return { kind: 'charge', id, currency: 'BRL', status: 'CANCELED' };
  if (found.status === 'PENDING' || found.status === 'AUTHORIZED' || found.status === 'CANCELED') return { ...found, status: 'CANCELED' };
  throw new RefusedCall(409, 'already-settled', 'This payment has been decided already.');
}

const shown = ({ status, reason: why }: Charge) => ({ status, reason: why });
