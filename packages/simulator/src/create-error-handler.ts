import type { Log } from '@linework/log/log';
import type { NextFunction, Request, Response } from 'express';
import { RejectedCall } from './rejected-call.ts';
import { CutConnection } from './with-fault.ts';

/** Turns a failed call into a response: a rejection as `{ code, detail }`, a cut connection, or a bare 500. */
export function createErrorHandler(log: Log) {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
    if (error instanceof CutConnection) {
      request.socket.destroy();
      return;
    }
    const rejection = error instanceof RejectedCall ? error : toRejectedCall(error);
    const key = request.get('Idempotency-Key');
    if (rejection) log.info({ key, code: rejection.code, status: rejection.status }, 'call refused');
    else log.error({ key, err: error }, 'call failed');
    const { status, code, message } = rejection ?? {
      status: 500,
      code: 'fault-in-the-simulator',
      message: 'Internal error. See the log of the simulator.',
    };
    response.status(status).json({ code, detail: message });
  };
}

/**
 * The parts of a request that Express cannot read; undefined for everything else. Express's own message may quote the
 * request, so it is not sent.
 */
function toRejectedCall(error: unknown): RejectedCall | undefined {
  if (!(error instanceof Error && 'status' in error && typeof error.status === 'number')) return undefined;
  return error.status < 500
    ? new RejectedCall(error.status, 'bad-request', 'The address or the body cannot be read.')
    : undefined;
}
