import { RejectedCall } from '@linework/simulator/rejected-call';
import { withFault } from '@linework/simulator/with-fault';
import { type Response, Router } from 'express';
import type { Operation } from './create-operations.ts';
import type { CallResult } from './handle-idempotent-call.ts';
import type { Simulator } from './open-simulator.ts';

/** How an accepted call stands: 202 until it is executed, then its effect or its rejection. */
export function createOperationRoutes({ operations, faults }: Simulator): Router {
  return Router().get('/:id', async (request, response) => {
    const operation = operations.find(request.params.id);
    const fault = faults.trigger({ operation: 'find', imsi: operation?.imsi ?? '', msisdns: [] });
    const found = await withFault(fault, () => operation);
    if (!found)
      throw new RejectedCall(
        404,
        'unknown-operation',
        'The network has accepted no call with this id since it started.',
      );
    if (found.result === undefined) return respondAccepted(response, found);
    if (found.result instanceof RejectedCall) throw found.result;
    respondWithEffect(response, found.result);
  });
}

export function respondAccepted(response: Response, { id, pollInMs, deadlineMs }: Operation): void {
  response.status(202).json({ operation: id, pollInMs, deadlineMs });
}

export function respondWithEffect(response: Response, { effect, replayed }: CallResult): void {
  if (replayed) response.setHeader('Idempotency-Replayed', 'true');
  response.json(effect);
}
