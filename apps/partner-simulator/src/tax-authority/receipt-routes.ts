import { read } from '@linework/simulator/read-request';
import { RefusedCall } from '@linework/simulator/refused-call';
import express, { Router } from 'express';
import { z } from 'zod';
import { answerChange, answerLook } from '../answer-call.ts';
import type { Operation } from '../operations.ts';
import type { Simulator } from '../simulator.ts';
import { authorised, cancelled } from './authorise.ts';
import type { Receipt } from './receipt.ts';

/** A receipt of a thousand items has about as many KiB. */
const limitBytes = 16 * 1024 * 1024;
const accessKey = z.string().regex(/^[0-9A-Z]{44}$/, 'An access key has 44 characters.');
const path = z.object({ accessKey });
const sent = z.strictObject({ signedXml: z.string().min(1) });

/** Receipts of model 62: authorised once, cancelled once, known by their access key. */
export function receiptRoutes(simulator: Simulator): Router {
  /** What the authority was told to reject, it rejects. */
  const unlessTold = (operation: Operation, id: string, act: () => Receipt) => () => {
    const told = simulator.told.take({ operation, id });
    if (told?.answer === 'REJECTED') throw new RefusedCall(422, told.reason ?? '999', 'Rejeição: por ordem dada ao simulador');
    return act();
  };

  return Router()
    .use(express.json({ limit: limitBytes }))
    .post('/', (request, response) => {
      const { accessKey: id, signedXml } = read(sent.extend({ accessKey }), request.body);
      const operation = 'tax-authority.authorise';
      const act = unlessTold(operation, id, () => authorised(simulator, id, signedXml));
      return answerChange(simulator, { operation, kind: 'receipt', id, act, shown: (one) => one.authorisation }, request, response);
    })
    .post('/:accessKey/cancellation', (request, response) => {
      const id = read(path, request.params).accessKey;
      const { signedXml } = read(sent, request.body);
      const operation = 'tax-authority.cancel';
      const act = unlessTold(operation, id, () => cancelled(simulator, id, signedXml));
      return answerChange(simulator, { operation, kind: 'receipt', id, act, shown: (one) => one.cancellation }, request, response);
    })
    .get('/:accessKey', (request, response) => {
      const id = read(path, request.params).accessKey;
      const shown = ({ authorisation, cancellation }: Receipt) => ({ authorisation, cancellation });
      return answerLook(simulator, { operation: 'tax-authority.find', kind: 'receipt', id, shown }, response);
    });
}
