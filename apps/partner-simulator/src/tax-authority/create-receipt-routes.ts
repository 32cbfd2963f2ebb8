import { parseRequest } from '@linework/simulator/read-request';
import { RejectedCall } from '@linework/simulator/rejected-call';
import express, { Router } from 'express';
import { z } from 'zod';
import type { Simulator } from '../open-simulator.ts';
import type { Operation } from '../operations.ts';
import { respondToChange, respondToLookup } from '../respond-to-call.ts';
import { authoriseReceipt, cancelReceipt } from './authorise.ts';
import type { Receipt } from './receipt.ts';

/** A receipt of a thousand items has about as many KiB. */
const limitBytes = 16 * 1024 * 1024;
const accessKey = z.string().regex(/^[0-9A-Z]{44}$/, 'An access key has 44 characters.');
const path = z.object({ accessKey });
const receiptBody = z.strictObject({ signedXml: z.string().min(1) });

/** Receipts of model 62: authorised once, cancelled once, identified by their access key. */
export function createReceiptRoutes(simulator: Simulator): Router {
  /** A scripted rejection. */
  const unlessScripted = (operation: Operation, id: string, action: () => Receipt) => () => {
    const scripted = simulator.scriptedReplies.consume({ operation, id });
    if (scripted?.answer === 'REJECTED')
      throw new RejectedCall(422, scripted.reason ?? '999', 'Rejeição: por ordem dada ao simulador');
    return action();
  };

  return Router()
    .use(express.json({ limit: limitBytes }))
    .post('/', (request, response) => {
      const { accessKey: id, signedXml } = parseRequest(receiptBody.extend({ accessKey }), request.body);
      const operation = 'tax-authority.authorise';
      const action = unlessScripted(operation, id, () => authoriseReceipt(simulator, id, signedXml));
      return respondToChange(
        simulator,
        { operation, kind: 'receipt', id, action, show: (one) => one.authorisation },
        request,
        response,
      );
    })
    .post('/:accessKey/cancellation', (request, response) => {
      const id = parseRequest(path, request.params).accessKey;
      const { signedXml } = parseRequest(receiptBody, request.body);
      const operation = 'tax-authority.cancel';
      const action = unlessScripted(operation, id, () => cancelReceipt(simulator, id, signedXml));
      return respondToChange(
        simulator,
        { operation, kind: 'receipt', id, action, show: (one) => one.cancellation },
        request,
        response,
      );
    })
    .get('/:accessKey', (request, response) => {
      const id = parseRequest(path, request.params).accessKey;
      const show = ({ authorisation, cancellation }: Receipt) => ({ authorisation, cancellation });
      return respondToLookup(simulator, { operation: 'tax-authority.find', kind: 'receipt', id, show }, response);
    });
}
