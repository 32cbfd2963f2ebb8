import { read } from '@linework/simulator/read-request';
import { RefusedCall } from '@linework/simulator/refused-call';
import express, { type Request, Router } from 'express';
import { z } from 'zod';
import { answerChange, answerLook } from '../answer-call.ts';
import type { Simulator } from '../simulator.ts';
import { amount, paymentId } from './charge.ts';
import { type Refund, refundId } from './refund.ts';
import { answerToRefund, checkRefund } from './refund-answer.ts';
import { closeCharge, settleRefund, settleRefundLater } from './settle-refund.ts';

const path = z.object({ id: refundId });
const orderPath = path.extend({ order: z.enum(['complete', 'fail']) });
const refundBody = z.strictObject({ refundId, paymentId, amount, currency: z.literal('BRL') });
const idOf = (request: Request) => read(path, request.params).id;

/** What the provider gives back to people, once for each refund; and, for people and tests, what becomes of it later. */
export function refundRoutes(simulator: Simulator): Router {
  const { books, told, now, answerAfterMs } = simulator;
  return Router()
    .use(express.json())
    .post('/', (request, response) => {
      const { refundId: id, ...asked } = read(refundBody, request.body);
      const call = { operation: 'payments.refund', id } as const;
      const act = () => {
        checkRefund(books, { id, ...asked });
        return answerToRefund({ id, ...asked }, told.take(call), new Date(now() + answerAfterMs).toISOString());
      };
      const afterwards = (refund: Refund) => {
        settleRefundLater(simulator, refund);
        closeCharge(simulator, refund);
      };
      return answerChange(simulator, { ...call, kind: 'refund', act, shown, afterwards }, request, response);
    })
    .get('/:id', (request, response) => answerLook(simulator, { operation: 'payments.find-refund', kind: 'refund', id: idOf(request), shown }, response))
    .post('/:id/cancel', (request, response) => {
      const id = idOf(request);
      const act = () => cancelled(books.find('refund', id), id);
      return answerChange(simulator, { operation: 'payments.cancel-refund', kind: 'refund', id, act, shown }, request, response);
    })
    .post('/:id/:order', (request, response) => {
      const { id, order } = read(orderPath, request.params);
      response.json(shown(settleRefund(simulator, id, order)));
    });
}

/** A refund that has not arrived yet is shut out, should it come late. */
function cancelled(found: Refund | undefined, id: string): Refund {
  if (!found) return { kind: 'refund', id, currency: 'BRL', status: 'CANCELED' };
  if (found.status === 'PENDING' || found.status === 'CANCELED') return { ...found, status: 'CANCELED' };
  throw new RefusedCall(409, 'already-settled', 'This refund has been decided already.');
}

const shown = ({ status, reason }: Refund) => ({ status, reason });
