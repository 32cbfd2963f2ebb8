import type { Db } from '@linework/db/db';
import { answerOnce, answerOnceAfterwards } from '@linework/domain/idempotency/answer-once';
import { problemOf, type StoredAnswer } from '@linework/domain/idempotency/stored-outcome';
import { withoutSecrets } from '@linework/domain/secrets/without-secrets';
import type { Route } from '@linework/http/define-route';
import type { Answer } from '@linework/http/implement';
import type { Around } from '@linework/http/mount-options';
import { Problem } from '@linework/problem-details/problem';
import type { Deps } from './deps.ts';

const replayed = { 'Idempotency-Replayed': 'true' };

/** Honours the Idempotency-Key of every request that changes something, in the transaction of its work where that is one. */
export const answeredOnce: Around<Deps> = async ({ route, request, deps, run }) => {
  const { caller, idempotencyKey: key, method, url } = request;
  if (key === undefined || caller === null) return run(deps);
  const bodyBytes = route.holdsSecrets ? await withoutSecrets(deps.db, request.bodyBytes) : request.bodyBytes;
  const keyed = { caller, key, method, url, bodyBytes };
  let fresh: Answer | undefined;
  const answer = async (db: Db) => {
    fresh = await run({ ...deps, db, catalog: deps.catalog.within(db) });
    return stored(route, fresh);
  };
  const outcome = await (route.severalTransactions ? answerOnceAfterwards(deps.db, keyed, () => answer(deps.db)) : answerOnce(deps.db, keyed, answer));
  if (!outcome.replayed && fresh) return fresh;
  return replay(outcome.answer);
};

function stored(route: Route, { status, headers = {}, body }: Answer): StoredAnswer {
  const kept = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
  // A key is told once and never kept: a replayed answer has it no more.
  const shown = route.tag === 'keys' ? { ...(body as object), key: undefined } : body;
  return { status, headers: Object.fromEntries(kept), body: body === undefined ? null : JSON.stringify(shown) };
}

function replay(answer: StoredAnswer): Answer {
  const problem = problemOf(answer);
  if (problem) {
    const { name, status, code, detail, members, headers } = problem;
    throw new Problem(name, { status, code, detail, members, headers: { ...headers, ...replayed } });
  }
  const { status, headers, body } = answer;
  return { status, headers: { ...headers, ...replayed }, ...(body !== null && { body: JSON.parse(body) }) };
}
