import { parseRequest } from '@linework/simulator/read-request';
import { RejectedCall } from '@linework/simulator/rejected-call';
import express, { type Request, Router } from 'express';
import { z } from 'zod';
import type { Simulator } from '../open-simulator.ts';
import { respondToChange, respondToLookup, unknownRecord } from '../respond-to-call.ts';
import { activateMethod, createMethod } from './create-method.ts';
import { type Method, method, methodId, token } from './method.ts';

const path = z.object({ id: methodId });
const registration = z.strictObject({ methodId, type: method.shape.type, token });
const decisionBody = z.strictObject({ reason: z.string().min(1).max(100).optional() }).default({});
const readId = (request: Request) => parseRequest(path, request.params).id;

/** The payment methods at the provider. It rejects a token that looks like a card number. */
export function createMethodRoutes(simulator: Simulator): Router {
  const { store, scriptedReplies, webhooks } = simulator;
  const decide = (request: Request, change: (found: Method, reason: string | undefined) => Method) => {
    const found = store.find('method', readId(request));
    if (!found) throw unknownRecord();
    if (found.status !== 'PENDING') throw new RejectedCall(409, 'decided', 'This method is not PENDING.');
    const record = change(found, parseRequest(decisionBody, request.body).reason);
    store.record({ operation: 'decide-method', record });
    webhooks.notify('/payments/notifications', { paymentMethodId: record.id });
    return showMethod(record);
  };

  return Router()
    .use(express.json())
    .post('/', (request, response) => {
      const input = parseRequest(registration, request.body);
      const call = { operation: 'payments.register-method', id: input.methodId } as const;
      const action = () => {
        if (store.find('method', call.id)) throw new RejectedCall(409, 'method-exists', 'This method already exists.');
        if (/^[\d-]{12,}$/.test(input.token))
          throw new RejectedCall(422, 'not-a-token', 'This is not a token of the provider.');
        return createMethod({ ...input, id: call.id }, scriptedReplies.consume(call));
      };
      return respondToChange(simulator, { ...call, kind: 'method', action, show: showMethod }, request, response);
    })
    .get('/:id', (request, response) =>
      respondToLookup(
        simulator,
        { operation: 'payments.find-method', kind: 'method', id: readId(request), show: showUnlessRemoved },
        response,
      ),
    )
    .delete('/:id', (request, response) => {
      const id = readId(request);
      const action = () => {
        const found = store.find('method', id);
        if (!found) throw unknownRecord();
        return { ...found, status: 'REMOVED' as const };
      };
      return respondToChange(
        simulator,
        { operation: 'payments.remove-method', kind: 'method', id, action, show: () => ({ removed: true }) },
        request,
        response,
      );
    })
    .post('/:id/approve', (request, response) => void response.json(decide(request, activateMethod)))
    .post('/:id/refuse', (request, response) => {
      response.json(
        decide(request, (found, reason = 'REFUSED_BY_HOLDER') => ({ ...found, status: 'REFUSED', reason })),
      );
    });
}

function showMethod({ status, brand, lastFour, expiresOn, reason }: Method) {
  return { status, brand, lastFour, expiresOn, reason };
}

function showUnlessRemoved(found: Method) {
  if (found.status === 'REMOVED') throw unknownRecord();
  return showMethod(found);
}
