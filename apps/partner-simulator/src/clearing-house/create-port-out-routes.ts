import { randomInt } from 'node:crypto';
import { parseRequest } from '@linework/simulator/read-request';
import { RejectedCall } from '@linework/simulator/rejected-call';
import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import type { Simulator } from '../open-simulator.ts';
import { respondToChange, respondToLookup, unknownRecord } from '../respond-to-call.ts';
import { msisdn, type PortOut } from './bilhete.ts';
import { answerCancel, answerCancelLater, startCancel } from './cancel-port-out.ts';

const portOutBody = z.strictObject({
  msisdn,
  recipient: z.string().min(1).max(100).default('55999'),
  windowFrom: z.iso.datetime({ offset: true }).optional(),
});
const path = z.object({ ticket: z.string().min(1).max(100) });
const numberBody = z.strictObject({ msisdn });
const answerBody = z.strictObject({ status: z.enum(['CANCELLED', 'ASKED']) });
const readTicket = (request: Request) => parseRequest(path, request.params).ticket;

/**
 * Port-outs: requested from Linework for another operator, cancelled by Linework, and confirmed by it once the number
 * is out of service.
 */
export function createPortOutRoutes(simulator: Simulator): Router {
  const { store } = simulator;
  return Router()
    .use(express.json())
    .post('/', (request, response) => requestPortOut(simulator, request, response))
    .get('/:ticket', (request, response) =>
      respondToLookup(
        simulator,
        { operation: 'clearing-house.find-port-out', kind: 'port-out', id: readTicket(request), show: showPortOut },
        response,
      ),
    )
    .post('/:ticket/confirm', (request, response) => {
      const [ticket, { msisdn: portedMsisdn }] = [readTicket(request), parseRequest(numberBody, request.body)];
      const action = () => confirmPortOut(simulator, ticket, portedMsisdn);
      return respondToChange(
        simulator,
        { operation: 'clearing-house.confirm-port-out', kind: 'port-out', id: ticket, action, show: showPortOut },
        request,
        response,
      );
    })
    .post('/:ticket/cancel', (request, response) => {
      const [ticket, { msisdn: portedMsisdn }] = [readTicket(request), parseRequest(numberBody, request.body)];
      const action = () => {
        const existing = store.find('port-out', ticket);
        if (existing?.msisdn !== portedMsisdn) throw unknownRecord();
        return startCancel(simulator, existing);
      };
      const afterChange = (one: PortOut) => answerCancelLater(simulator, one);
      return respondToChange(
        simulator,
        {
          operation: 'clearing-house.cancel-port-out',
          kind: 'port-out',
          id: ticket,
          action,
          show: showPortOut,
          afterChange,
        },
        request,
        response,
      );
    })
    .post('/:ticket/answer', (request, response) => {
      response.json(
        showPortOut(answerCancel(simulator, readTicket(request), parseRequest(answerBody, request.body).status)),
      );
    });
}

function confirmPortOut({ store }: Simulator, ticket: string, portedMsisdn: string): PortOut {
  // Another clearing house client may have sent it to Linework with a ticket that is unknown here.
  const existing = store.find('port-out', ticket);
  if (existing && existing.msisdn !== portedMsisdn) throw unknownRecord();
  const { reason: _, ...portOut } = existing ?? {
    kind: 'port-out' as const,
    id: ticket,
    msisdn: portedMsisdn,
    recipient: '',
  };
  return { ...portOut, status: 'CONFIRMED' };
}

async function requestPortOut(
  { store, webhooks, now, answerAfterMs }: Simulator,
  request: Request,
  response: Response,
): Promise<void> {
  const { windowFrom, ...portOut } = parseRequest(portOutBody, request.body);
  const ticket = `PO${String(randomInt(1e10)).padStart(10, '0')}`;
  const from = windowFrom ?? new Date(now() + answerAfterMs).toISOString();
  const record: PortOut = { kind: 'port-out', id: ticket, ...portOut, windowFrom: from, status: 'ASKED' };
  store.record({ operation: 'ask-port-out', record });
  const reply = await webhooks.send('/portability/port-outs', { ticket, ...portOut, windowFrom: from });
  if (!reply) throw new RejectedCall(503, 'linework-unavailable', 'Linework cannot be reached. Check LINEWORK_URL.');
  if (reply.status >= 400)
    store.record({
      operation: 'port-out-refused',
      record: { ...record, status: 'REFUSED', reason: `${reply.status}` },
    });
  response.status(reply.status < 400 ? 201 : reply.status).json({ ticket, linework: reply.body });
}

/** Between operators, a request that is not rejected counts as agreed. */
const showPortOut = ({ id, status }: PortOut) => ({ ticket: id, status: status === 'ASKED' ? 'AGREED' : status });
