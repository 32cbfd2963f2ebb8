import { randomInt } from 'node:crypto';
import { read } from '@linework/simulator/read-request';
import { RefusedCall } from '@linework/simulator/refused-call';
import express, { Router } from 'express';
import { z } from 'zod';
import { answerChange, unknown } from '../answer-call.ts';
import type { Simulator } from '../simulator.ts';
import { msisdn, type PortOut } from './bilhete.ts';

const order = z.strictObject({
  msisdn,
  recipient: z.string().min(1).max(100).default('55999'),
  windowFrom: z.iso.datetime({ offset: true }).optional(),
});
const path = z.object({ ticket: z.string().min(1).max(100) });
const confirmation = z.strictObject({ msisdn });

/** Numbers that leave: asked of Linework for another operator, and confirmed by Linework once they are out of service. */
export function portOutRoutes(simulator: Simulator): Router {
  const { books, notices, now } = simulator;
  return Router()
    .use(express.json())
    .post('/', async (request, response) => {
      const { windowFrom, ...asked } = read(order, request.body);
      const ticket = `PO${String(randomInt(1e10)).padStart(10, '0')}`;
      const record: PortOut = { kind: 'port-out', id: ticket, ...asked, status: 'ASKED' };
      books.record({ operation: 'ask-port-out', record });
      const from = windowFrom ?? new Date(now() + simulator.answerAfterMs).toISOString();
      const said = await notices.ask('/portability/port-outs', { ticket, ...asked, windowFrom: from });
      if (!said) throw new RefusedCall(503, 'linework-away', 'Linework cannot be reached: see LINEWORK_URL.');
      if (said.status >= 400) books.record({ operation: 'port-out-refused', record: { ...record, status: 'REFUSED', reason: `${said.status}` } });
      response.status(said.status < 400 ? 201 : said.status).json({ ticket, linework: said.body });
    })
    .post('/:ticket/confirm', (request, response) => {
      const { ticket } = read(path, request.params);
      const { msisdn: leaving } = read(confirmation, request.body);
      const act = () => {
        // Linework may have been told of it by somebody else, under a ticket that is not known here.
        const known = books.find('port-out', ticket);
        if (known && known.msisdn !== leaving) throw unknown();
        const { reason: _, ...asked } = known ?? { kind: 'port-out' as const, id: ticket, msisdn: leaving, recipient: '' };
        return { ...asked, status: 'CONFIRMED' as const };
      };
      const shown = ({ status }: PortOut) => ({ ticket, status });
      return answerChange(simulator, { operation: 'clearing-house.confirm-port-out', kind: 'port-out', id: ticket, act, shown }, request, response);
    });
}
