import { parseRequest } from '@linework/simulator/read-request';
import { RejectedCall } from '@linework/simulator/rejected-call';
import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import type { Simulator } from '../open-simulator.ts';
import type { Operation } from '../operations.ts';
import { respondToChange, respondToLookup, unknownRecord } from '../respond-to-call.ts';
import { answerBilhete, answerBilheteLater } from './answer-bilhete.ts';
import { type Bilhete, portInId, reasonCodes, type Request as Wanted, request as wanted } from './bilhete.ts';

const path = z.object({ id: portInId });
const bilheteBody = wanted.extend({ portInId });
const answerBody = z.strictObject({
  status: z.enum(['ACCEPTED', 'CONFLICT', 'REJECTED']),
  reasonCode: z.enum(reasonCodes).optional(),
  detail: z.string().min(1).max(200).optional(),
});
const readId = (request: Request) => parseRequest(path, request.params).id;
const endedStatuses: readonly Bilhete['status'][] = ['PORTED', 'CANCELLED', 'REJECTED'];

type Move = (found: Bilhete, request: Request) => Bilhete;

/** The handler of a change of one bilhete. */
function changeBilhete(simulator: Simulator, operation: Operation, move: Move) {
  return (request: Request, response: Response) => {
    const id = readId(request);
    const action = () => {
      const found = simulator.store.find('bilhete', id);
      if (!found) throw unknownRecord();
      return move(found, request);
    };
    return respondToChange(
      simulator,
      {
        operation,
        kind: 'bilhete',
        id,
        action,
        show: showBilhete,
        afterChange: (one) => answerBilheteLater(simulator, one),
      },
      request,
      response,
    );
  };
}

/** Bilhetes: accepted immediately; the donor replies later. */
export function createBilheteRoutes(simulator: Simulator): Router {
  const change = (operation: Operation, move: Move) => changeBilhete(simulator, operation, move);
  return Router()
    .use(express.json())
    .post('/', (request, response) => {
      const { portInId: id, ...details } = parseRequest(bilheteBody, request.body);
      const action = () => createBilhete(simulator, id, details);
      const afterChange = (one: Bilhete) => answerBilheteLater(simulator, one);
      return respondToChange(
        simulator,
        { operation: 'clearing-house.request', kind: 'bilhete', id, action, show: showBilhete, afterChange },
        request,
        response,
      );
    })
    .get('/:id', (request, response) =>
      respondToLookup(
        simulator,
        { operation: 'clearing-house.find', kind: 'bilhete', id: readId(request), show: showBilhete },
        response,
      ),
    )
    .post(
      '/:id/correct',
      change('clearing-house.correct', (found, request) => {
        const { reasonCode: _, detail: __, ...kept } = assertStatus(found, ['CONFLICT', 'PENDING']);
        return {
          ...kept,
          ...parseRequest(wanted, request.body),
          corrected: true,
          status: 'PENDING',
          answersAt: getAnswerTime(simulator),
        };
      }),
    )
    .post(
      '/:id/cancel',
      change('clearing-house.cancel', (found) =>
        endBilhete(assertStatus(found, ['PENDING', 'ACCEPTED', 'CONFLICT', 'CANCELLED']), 'CANCELLED'),
      ),
    )
    .post(
      '/:id/confirm',
      change('clearing-house.confirm', (found) => endBilhete(assertStatus(found, ['ACCEPTED', 'PORTED']), 'PORTED')),
    )
    .post('/:id/answer', (request, response) => {
      response.json(showBilhete(answerBilhete(simulator, readId(request), parseRequest(answerBody, request.body))));
    });
}

function createBilhete(simulator: Simulator, id: string, details: Wanted): Bilhete {
  const { store } = simulator;
  if (store.find('bilhete', id))
    throw new RejectedCall(409, 'bilhete-exists', 'This port-in already exists under another idempotency key.');
  const running = store
    .all('bilhete')
    .some((one) => one.msisdn === details.msisdn && !endedStatuses.includes(one.status));
  if (running) throw new RejectedCall(422, 'REQUEST_RUNNING', 'Another request for this number is open.');
  const ticket = `BP${String(store.listEntries().length + 1).padStart(10, '0')}`;
  return { kind: 'bilhete', id, ticket, ...details, status: 'PENDING', answersAt: getAnswerTime(simulator) };
}

function getAnswerTime({ now, answerAfterMs }: Simulator): string {
  return new Date(now() + answerAfterMs).toISOString();
}

function assertStatus(found: Bilhete, statuses: readonly Bilhete['status'][]): Bilhete {
  if (!statuses.includes(found.status)) throw new RejectedCall(409, 'not-now', `This bilhete is ${found.status}.`);
  return found;
}

function endBilhete({ answersAt: _, ...found }: Bilhete, status: 'CANCELLED' | 'PORTED'): Bilhete {
  return { ...found, status };
}

function showBilhete({ ticket, status, reasonCode, detail, windowFrom, windowUntil }: Bilhete) {
  return { ticket, status, reasonCode, detail, windowFrom, windowUntil };
}
