import type { Log } from '@linework/log/log';
import type { NextFunction, Request, Response } from 'express';
import { RejectedCall } from './rejected-call.ts';
import { CutConnection } from './with-fault.ts';

/** The last word on a call that did not succeed: a refusal as `{ code, detail }`, a cut connection, or a bare 500. */
export function createErrorHandler(log: Log) {
  // Express tells an error handler by its four parameters.
  return (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
    if (error instanceof CutConnection) {
      request.socket.destroy();
      return;
    }
    const rejection = error instanceof RejectedCall ? error : toRejectedCall(error);
    const key = request.get('Idempotency-Key');
    if (rejection) log.info({ key, code: rejection.code, status: rejection.status }, 'call refused');
    else log.error({ key, err: error }, 'call failed');
    const { status, code, message } = rejection ?? { status: 500, code: 'fault-in-the-simulator', message: 'See its log.' };
    response.status(status).json({ code, detail: message });
  };
}

/** What Express cannot read of a request; undefined for everything else. Its own words may quote the request, so they stay here. */
function toRejectedCall(error: unknown): RejectedCall | undefined {
  if (!(error instanceof Error && 'status' in error && typeof error.status === 'number')) return undefined;
  return error.status < 500 ? new RejectedCall(error.status, 'bad-request', 'The address or the body cannot be read.') : undefined;
}
