import type { Request, Response } from 'express';
import { acceptRequest } from './accept-request.ts';
import { sendAnswer } from './answer.ts';
import { checkAnswer } from './check-answer.ts';
import type { AcceptedRequest, Answer, Endpoint } from './implement.ts';
import type { MountOptions } from './mount-options.ts';
import { ClientGone } from './open-stream.ts';
import { preconditionOf } from './precondition.ts';
import { honoursIdempotencyKey } from './problems-of-route.ts';
import type { Records } from './records.ts';
import { refuse } from './refuse.ts';

/** Answers a request, whose path parameters were found in its path. */
export type Serve = (request: Request, response: Response, params: Readonly<Record<string, string>>) => Promise<void>;

/** An endpoint, and where it stands among the records of its interface. */
interface Served<Deps> {
  readonly endpoint: Endpoint<Deps>;
  readonly records: Records;
  /** Reads the record that it changes; undefined where it changes none with an address. */
  readonly record: Endpoint<Deps> | undefined;
}

/** Makes the function that takes a request of an endpoint through its checks and its handler, and answers it whatever happens. */
export function serve<Deps>({ endpoint, records, record }: Served<Deps>, options: MountOptions<Deps>): Serve {
  const { route } = endpoint;
  const accept = acceptRequest({ route, changesRecord: record !== undefined }, options);
  const perform = performer(endpoint, record, options);
  const tagged = new Set(Object.keys(route.answers).filter((status) => records.isAnsweredBy(route, Number(status))));
  return async (request, response, params) => {
    response.locals['route'] = route;
    let failure: unknown;
    try {
      const accepted = await accept(request, response, params);
      if (accepted === 'client-gone') return;
      const answer = await perform(accepted);
      const { mediaType, ifNoneMatch } = accepted;
      sendAnswer(response, answer, { mediaType, ifNoneMatch, hasTag: tagged.has(String(answer.status)) });
    } catch (error) {
      failure = error;
      if (error instanceof ClientGone) return;
      refuse(error, request, response, options);
    } finally {
      // With the end of the work and not of the answer: a client that reads slowly holds up nobody.
      response.locals['releaseShare']?.(failure);
    }
  };
}

type Perform = (request: AcceptedRequest) => Promise<Answer>;

function performer<Deps>({ route, handle }: Endpoint<Deps>, record: Endpoint<Deps> | undefined, options: MountOptions<Deps>): Perform {
  const { deps, around, checkAnswers } = options;
  const run = async (request: AcceptedRequest, given: Deps) => {
    const answer = await handle(request, given);
    // Checked before `around` commits what the handler did.
    if (checkAnswers) checkAnswer(route, answer);
    return answer;
  };
  if (around === undefined || !honoursIdempotencyKey(route)) return (request) => run(request, deps);
  return (request) => around({ route, request, deps, run: (given) => run(request, given), precondition: preconditionOf(record, request) });
}
