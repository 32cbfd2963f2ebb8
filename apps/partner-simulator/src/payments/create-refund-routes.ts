import { parseRequest } from '@linework/simulator/read-request';
import { RejectedCall } from '@linework/simulator/rejected-call';
import express, { type Request, Router } from 'express';
import { z } from 'zod';
import type { Simulator } from '../open-simulator.ts';
import { respondToChange, respondToLookup } from '../respond-to-call.ts';
import { amount, paymentId } from './charge.ts';
import { assertRefundable, closeCharge, createRefund, settleRefund, settleRefundLater } from './create-refund.ts';
import { type Refund, refundId } from './refund.ts';

const path = z.object({ id: refundId });
const commandPath = path.extend({ order: z.enum(['complete', 'fail']) });
const refundBody = z.strictObject({ refundId, paymentId, amount, currency: z.literal('BRL') });
const readId = (request: Request) => parseRequest(path, request.params).id;

/** Refunds, once for each refund id; and, for people and tests, their later changes. */
export function createRefundRoutes(simulator: Simulator): Router {
  const { store, scriptedReplies, now, answerAfterMs } = simulator;
  return Router()
    .use(express.json())
    .post('/', (request, response) => {
      const { refundId: id, ...details } = parseRequest(refundBody, request.body);
      const call = { operation: 'payments.refund', id } as const;
      const action = () => {
        assertRefundable(store, { id, ...details });
        return createRefund(
          { id, ...details },
          scriptedReplies.consume(call),
          new Date(now() + answerAfterMs).toISOString(),
        );
      };
      const afterChange = (refund: Refund) => {
        settleRefundLater(simulator, refund);
        closeCharge(simulator, refund);
      };
      return respondToChange(
        simulator,
        { ...call, kind: 'refund', action, show: showRefund, afterChange },
        request,
        response,
      );
    })
    .get('/:id', (request, response) =>
      respondToLookup(
        simulator,
        { operation: 'payments.find-refund', kind: 'refund', id: readId(request), show: showRefund },
        response,
      ),
    )
    .post('/:id/cancel', (request, response) => {
      const id = readId(request);
      const action = () => cancelRefund(store.find('refund', id), id);
      return respondToChange(
        simulator,
        { operation: 'payments.cancel-refund', kind: 'refund', id, action, show: showRefund },
        request,
        response,
      );
    })
    .post('/:id/:order', (request, response) => {
      const { id, order } = parseRequest(commandPath, request.params);
      response.json(showRefund(settleRefund(simulator, id, order)));
    });
}

/** A refund that has not arrived yet is blocked, in case it arrives late. */
function cancelRefund(found: Refund | undefined, id: string): Refund {
  if (!found) return { kind: 'refund', id, currency: 'BRL', status: 'CANCELED' };
  if (found.status === 'PENDING' || found.status === 'CANCELED') return { ...found, status: 'CANCELED' };
  throw new RejectedCall(409, 'already-settled', 'This refund is already decided.');
}

const showRefund = ({ status, reason }: Refund) => ({ status, reason });
