import { preconditionFailed } from '@linework/problem-details/make-problem';
import { parameterNames } from '../define-route.ts';
import { computeEtag, matchesStrongly } from '../etag.ts';
import type { AcceptedRequest, Endpoint } from '../implement.ts';
import type { Precondition } from './mount-options.ts';

/** Creates the check of an `If-Match`: the record must still have an ETag that the client knows. Undefined without the header. */
export function createPrecondition<Deps>(
  record: Endpoint<Deps> | undefined,
  request: AcceptedRequest,
): Precondition<Deps> | undefined {
  const { ifMatch } = request;
  if (record === undefined || ifMatch === undefined) return undefined;
  const { route, handle } = record;
  const params = pickParams(route.path, request.params);
  return {
    record: route,
    params,
    check: async (deps) => {
      const readRequest = {
        ...request,
        params,
        query: route.query?.parse({}),
        body: undefined,
        bodyBytes: Buffer.alloc(0),
      };
      const { body } = await handle(readRequest, deps);
      if (!matchesStrongly(ifMatch, computeEtag(JSON.stringify(body)))) throw preconditionFailed();
    },
  };
}

/** Selects the path parameters that belong to the route of the record. */
function pickParams(path: string, allParams: unknown): Readonly<Record<string, string>> {
  const values = allParams as Readonly<Record<string, string>>;
  return Object.fromEntries(parameterNames(path).map((name) => [name, String(values[name])]));
}
