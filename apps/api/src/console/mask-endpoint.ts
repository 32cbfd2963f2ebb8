import type { Endpoint } from '@linework/http/implement';
import type { ServerSentEvent } from '@linework/http/server-sent-events';
import { maskText } from '@linework/log/mask-text';
import { isSessionOpen } from '@linework/operators/find-session';
import { forbidden } from '@linework/problem-details/make-problem';
import { Problem, type ProblemMembers } from '@linework/problem-details/problem';
import { clearInConsole, sortsRefusedInConsole } from '@linework/schemas/masking-rules';
import type { Deps } from '../request/deps.ts';
import { maskBody } from './mask-body.ts';

/**
 * Masks what an operation returns, also a problem. The ETag is one of the masked record, so that `If-Match` compares
 * what the page has seen. A document or a table of another media type is refused, because it cannot be masked.
 */
export function maskEndpoint({ route, handle }: Endpoint<Deps>): Endpoint<Deps> {
  if (clearInConsole.test(route.path)) return { route, handle };
  const kind = route.tag === 'holders' ? 'holder' : route.tag;
  return {
    route,
    async handle(request, deps) {
      const response = await handle({ ...request, query: maskQuery(request.query) }, deps).catch((error: unknown) => {
        throw maskProblem(error, kind);
      });
      if (response.body instanceof Uint8Array || typeof response.body === 'string') throw notMasked();
      if (isStream(response.body))
        return {
          ...response,
          body: maskStream(response.body, { kind, isOpen: () => isSessionOpen(deps.db, request.caller) }),
        };
      return response.body === undefined ? response : { ...response, body: maskBody(response.body, kind) };
    },
  };
}

/** A list that its reader sees masked is not sorted by what is masked, and its filters do not compare a part of it. */
function maskQuery(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  if ('sortBy' in query && sortsRefusedInConsole.has(String(query.sortBy))) {
    throw forbidden(
      `\`${String(query.sortBy)}\` is masked in the console, and its order would tell it. Sort by another member.`,
      { code: 'not-in-console' },
    );
  }
  return { ...query, isReaderMasked: true };
}

/** The same problem, with its sentence and its members masked: a bad row of an import has its code. */
function maskProblem(error: unknown, kind: string): unknown {
  if (!(error instanceof Problem)) return error;
  const { name, status, code, detail, members, headers } = error;
  return new Problem(name, {
    status,
    code,
    detail: detail && maskText(detail),
    members: maskBody(members, kind) as ProblemMembers,
    headers,
    cause: error,
  });
}

type Stream = AsyncIterable<ServerSentEvent<unknown>>;

const isStream = (body: unknown): body is Stream =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/**
 * A stream stays open for long, so it ends by itself when the session has ended: before the next event that the person
 * would get.
 */
async function* maskStream(
  events: Stream,
  { kind, isOpen }: { readonly kind: string; readonly isOpen: () => Promise<boolean> },
): Stream {
  for await (const event of events) {
    if (!(await isOpen())) return;
    yield 'data' in event ? { ...event, data: maskBody(event.data, kind) } : event;
  }
}

const notMasked = () =>
  forbidden('This document shows personal data in clear, which the console does not send. Read it with an API key.', {
    code: 'not-in-console',
  });
