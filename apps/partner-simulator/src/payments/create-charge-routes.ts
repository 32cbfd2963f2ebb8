import { parseRequest } from '@linework/simulator/read-request';
import { RejectedCall } from '@linework/simulator/rejected-call';
import express, { type Request, Router } from 'express';
import { z } from 'zod';
import type { Simulator } from '../open-simulator.ts';
import { respondToChange, respondToLookup } from '../respond-to-call.ts';
import { type ChargeCommand, changeCharge, chargeCommands, settleChargeLater } from './change-charge.ts';
import { amount, type Charge, paymentId } from './charge.ts';
import { createCharge, dropResponse } from './create-charge.ts';
import { token } from './method.ts';

const path = z.object({ id: paymentId });
const chargeBody = z.strictObject({ paymentId, token, amount, currency: z.literal('BRL') });
const commandPath = path.extend({ order: z.enum(Object.keys(chargeCommands) as [ChargeCommand, ...ChargeCommand[]]) });
const reasonBody = z.strictObject({ reason: z.string().min(1).max(100).optional() }).default({});
const readId = (request: Request) => parseRequest(path, request.params).id;

/** Charges, once for each payment; and, for people and tests, their later changes. */
export function createChargeRoutes(simulator: Simulator): Router {
  const { store, scriptedReplies } = simulator;
  return Router()
    .use(express.json())
    .post('/', (request, response) => {
      const { paymentId: id, ...details } = parseRequest(chargeBody, request.body);
      const call = { operation: 'payments.charge', id } as const;
      const action = () => {
        assertChargeable(simulator, id, details.token);
        return createCharge(
          { id, ...details },
          scriptedReplies.consume(call),
          new Date(simulator.now() + simulator.answerAfterMs).toISOString(),
        );
      };
      const afterChange = (charge: Charge) => {
        settleChargeLater(simulator, charge);
        dropResponse(charge);
      };
      return respondToChange(
        simulator,
        { ...call, kind: 'charge', action, show: showCharge, afterChange },
        request,
        response,
      );
    })
    .get('/:id', (request, response) =>
      respondToLookup(
        simulator,
        { operation: 'payments.find-charge', kind: 'charge', id: readId(request), show: showCharge },
        response,
      ),
    )
    .post('/:id/cancel', (request, response) => {
      const id = readId(request);
      const action = () => cancelCharge(store.find('charge', id), id);
      return respondToChange(
        simulator,
        { operation: 'payments.cancel-charge', kind: 'charge', id, action, show: showCharge },
        request,
        response,
      );
    })
    .post('/:id/:order', (request, response) => {
      const { id, order } = parseRequest(commandPath, request.params);
      response.json(showCharge(changeCharge(simulator, id, order, parseRequest(reasonBody, request.body).reason)));
    });
}

function assertChargeable({ store }: Simulator, id: string, ofToken: string): void {
  const existing = store.find('charge', id);
  if (existing?.status === 'CANCELED')
    throw new RejectedCall(409, 'payment-canceled', 'This payment was cancelled before.');
  if (existing)
    throw new RejectedCall(409, 'payment-exists', 'This payment already exists under another idempotency key.');
  // A token without a registered method is accepted as it is.
  const methods = store.all('method').filter(({ token: own }) => own === ofToken);
  if (methods.length > 0 && !methods.some(({ status }) => status === 'ACTIVE'))
    throw new RejectedCall(422, 'method-not-active', 'This method is not in use.');
}

/** A payment that has not arrived yet is blocked, in case it arrives late. */
function cancelCharge(found: Charge | undefined, id: string): Charge {
  if (!found) return { kind: 'charge', id, currency: 'BRL', status: 'CANCELED' };
  if (found.status === 'PENDING' || found.status === 'AUTHORIZED' || found.status === 'CANCELED')
    return { ...found, status: 'CANCELED' };
  throw new RejectedCall(409, 'already-settled', 'This payment is already decided.');
}

const showCharge = ({ status, reason: why }: Charge) => ({ status, reason: why });
