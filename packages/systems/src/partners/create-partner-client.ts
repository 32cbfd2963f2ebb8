import { PermanentError } from '@linework/engine/model/system-errors';
import type { Log } from '@linework/log/log';
import type { PartnerCall } from '@linework/partners/partner-call';
import type { z } from 'zod';
import type { SystemBreaker } from '../breaker/create-system-breaker.ts';
import { type HttpRequest, type RemoteSystem, sendHttpRequest } from '../send-http-request.ts';

/** The breaker that every call to a partner goes through. */
export type PartnerGuard = Pick<SystemBreaker, 'call'>;

/** The address of a partner: the base of all its URLs, Linework's credentials there, and the breaker before it. */
export type PartnerAddress = Pick<RemoteSystem, 'url' | 'timeoutMs' | 'fetch' | 'headers'> & {
  readonly log?: Pick<Log, 'info'>;
  readonly guard?: PartnerGuard | undefined;
};

type PartnerChange<Answer> = Pick<HttpRequest<Answer>, 'method' | 'path' | 'body' | 'responseShape'>;

const noGuard: PartnerGuard = { call: (make) => make() };

/** The client of one partner: changes have an idempotency key, reads do not. */
export function createPartnerClient({ guard = noGuard, ...partner }: RemoteSystem & Pick<PartnerAddress, 'guard'>) {
  const basePath = new URL(partner.url).pathname.replace(/\/+$/, '');
  const send = <Answer>(request: HttpRequest<Answer>): Promise<Answer> =>
    guard.call(() => sendHttpRequest(partner, request));
  return {
    change: <Answer>({ key, signal }: PartnerCall, { path, ...request }: PartnerChange<Answer>): Promise<Answer> =>
      send({ ...request, path: `${basePath}${path}`, headers: { 'Idempotency-Key': key }, signal }),
    /** Undefined when the partner does not know the record. */
    find: <Answer>(path: string, responseShape: z.ZodType<Answer>, signal?: AbortSignal): Promise<Answer | undefined> =>
      send({ method: 'GET', path: `${basePath}${path}`, signal, responseShape }).catch(undefinedWhenUnknown),
  };
}

function undefinedWhenUnknown(error: unknown): undefined {
  if (error instanceof PermanentError && error.code === 'unknown') return undefined;
  throw error;
}
