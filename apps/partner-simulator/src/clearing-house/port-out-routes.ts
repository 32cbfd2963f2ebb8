import { randomInt } from 'node:crypto';
import { read } from '@linework/simulator/read-request';
import { RefusedCall } from '@linework/simulator/refused-call';
import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { answerChange, answerLook, unknown } from '../answer-call.ts';
import type { Simulator } from '../simulator.ts';
import { msisdn, type PortOut } from './bilhete.ts';
import { answerCancel, answerCancelLater, cancelling } from './cancel-port-out.ts';

const order = z.strictObject({
  msisdn,
  recipient: z.string().min(1).max(100).default('55999'),
  windowFrom: z.iso.datetime({ offset: true }).optional(),
});
const path = z.object({ ticket: z.string().min(1).max(100) });
const ofNumber = z.strictObject({ msisdn });
const answerBody = z.strictObject({ status: z.enum(['CANCELLED', 'ASKED']) });
const ticketOf = (request: Request) => read(path, request.params).ticket;

/** Numbers that leave: asked of Linework for another operator, cancelled at its wish, and confirmed by it once they are out of service. */
export function portOutRoutes(simulator: Simulator): Router {
  const { books } = simulator;
  return Router()
    .use(express.json())
    .post('/', (request, response) => askLinework(simulator, request, response))
    .get('/:ticket', (request, response) =>
      answerLook(simulator, { operation: 'clearing-house.find-port-out', kind: 'port-out', id: ticketOf(request), shown }, response),
    )
    .post('/:ticket/confirm', (request, response) => {
      const [ticket, { msisdn: leaving }] = [ticketOf(request), read(ofNumber, request.body)];
      const act = () => {
        // Linework may have been told of it by somebody else, under a ticket that is not known here.
        const known = books.find('port-out', ticket);
        if (known && known.msisdn !== leaving) throw unknown();
        const { reason: _, ...asked } = known ?? { kind: 'port-out' as const, id: ticket, msisdn: leaving, recipient: '' };
        return { ...asked, status: 'CONFIRMED' as const };
      };
      return answerChange(simulator, { operation: 'clearing-house.confirm-port-out', kind: 'port-out', id: ticket, act, shown }, request, response);
    })
    .post('/:ticket/cancel', (request, response) => {
      const [ticket, { msisdn: leaving }] = [ticketOf(request), read(ofNumber, request.body)];
      const act = () => {
        const known = books.find('port-out', ticket);
        if (known?.msisdn !== leaving) throw unknown();
        return cancelling(simulator, known);
      };
      const afterwards = (one: PortOut) => answerCancelLater(simulator, one);
      return answerChange(simulator, { operation: 'clearing-house.cancel-port-out', kind: 'port-out', id: ticket, act, shown, afterwards }, request, response);
    })
    .post('/:ticket/answer', (request, response) => {
      response.json(shown(answerCancel(simulator, ticketOf(request), read(answerBody, request.body).status)));
    });
}

async function askLinework({ books, notices, now, answerAfterMs }: Simulator, request: Request, response: Response): Promise<void> {
  const { windowFrom, ...asked } = read(order, request.body);
  const ticket = `PO${String(randomInt(1e10)).padStart(10, '0')}`;
  const from = windowFrom ?? new Date(now() + answerAfterMs).toISOString();
  const record: PortOut = { kind: 'port-out', id: ticket, ...asked, windowFrom: from, status: 'ASKED' };
  books.record({ operation: 'ask-port-out', record });
  const said = await notices.ask('/portability/port-outs', { ticket, ...asked, windowFrom: from });
  if (!said) throw new RefusedCall(503, 'linework-away', 'Linework cannot be reached: see LINEWORK_URL.');
  if (said.status >= 400) books.record({ operation: 'port-out-refused', record: { ...record, status: 'REFUSED', reason: `${said.status}` } });
  response.status(said.status < 400 ? 201 : said.status).json({ ticket, linework: said.body });
}

/** Between operators what was asked for and not refused is agreed upon. */
const shown = ({ id, status }: PortOut) => ({ ticket: id, status: status === 'ASKED' ? 'AGREED' : status });
