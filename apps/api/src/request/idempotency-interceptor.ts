import type { Db } from '@linework/db/db';
import type { Route } from '@linework/http/define-route';
import type { RouteResponse } from '@linework/http/implement';
import type { Interceptor } from '@linework/http/routing/mount-options';
import { readStoredProblem, type StoredResponse } from '@linework/idempotency/stored-outcome';
import { withIdempotency, withIdempotencyOutsideTransaction } from '@linework/idempotency/with-idempotency';
import { Problem } from '@linework/problem-details/problem';
import { removeSecrets } from '@linework/secrets/remove-secrets';
import type { Deps } from './deps.ts';

const replayedHeaders = { 'Idempotency-Replayed': 'true' };

/**
 * Applies the Idempotency-Key of every request that changes something, in the transaction of the handler if it has only
 * one.
 */
export const idempotencyInterceptor: Interceptor<Deps> = async ({ route, request, deps, next }) => {
  const { caller, idempotencyKey: key, method, url } = request;
  if (key === undefined || caller === null) return next(deps);
  const bodyBytes = route.hasSecrets ? await removeSecrets(deps.db, request.bodyBytes) : request.bodyBytes;
  const keyedRequest = { caller, key, method, url, bodyBytes };
  let freshResponse: RouteResponse | undefined;
  const handle = async (db: Db) => {
    freshResponse = await next({ ...deps, db, catalog: deps.catalog.inTransaction(db) });
    return toStoredResponse(route, freshResponse);
  };
  const outcome = await (route.hasSeveralTransactions
    ? withIdempotencyOutsideTransaction(deps.db, keyedRequest, () => handle(deps.db))
    : withIdempotency(deps.db, keyedRequest, handle));
  if (!outcome.replayed && freshResponse) return freshResponse;
  return replayResponse(outcome.response);
};

function toStoredResponse(route: Route, { status, headers = {}, body }: RouteResponse): StoredResponse {
  const storedHeaders = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
  const storedBody = route.shownOnce === undefined ? body : { ...(body as object), [route.shownOnce]: undefined };
  return {
    status,
    headers: Object.fromEntries(storedHeaders),
    body: body === undefined ? null : JSON.stringify(storedBody),
  };
}

function replayResponse(stored: StoredResponse): RouteResponse {
  const problem = readStoredProblem(stored);
  if (problem) {
    const { name, status, code, detail, members, headers } = problem;
    throw new Problem(name, { status, code, detail, members, headers: { ...headers, ...replayedHeaders } });
  }
  const { status, headers, body } = stored;
  return { status, headers: { ...headers, ...replayedHeaders }, ...(body !== null && { body: JSON.parse(body) }) };
}
