import type { Request, Response } from 'express';
import { acceptRequest } from './accept-request.ts';
import { sendAnswer } from './answer.ts';
import { checkAnswer } from './check-answer.ts';
import type { AcceptedRequest, Answer, Endpoint } from './implement.ts';
import type { MountOptions } from './mount-options.ts';
import { ClientGone } from './open-stream.ts';
import { honoursIdempotencyKey } from './problems-of-route.ts';
import { refuse } from './refuse.ts';

/** Answers a request, whose path parameters were found in its path. */
export type Serve = (request: Request, response: Response, params: Readonly<Record<string, string>>) => Promise<void>;

/** Makes the function that takes a request of an endpoint through its checks and its handler, and answers it whatever happens. */
export function serve<Deps>(endpoint: Endpoint<Deps>, options: MountOptions<Deps>): Serve {
  const accept = acceptRequest(endpoint.route, options);
  const perform = performer(endpoint, options);
  return async (request, response, params) => {
    response.locals['route'] = endpoint.route;
    let failure: unknown;
    try {
      const accepted = await accept(request, response, params);
      if (accepted === 'client-gone') return;
      sendAnswer(response, await perform(accepted), accepted.mediaType);
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

function performer<Deps>({ route, handle }: Endpoint<Deps>, options: MountOptions<Deps>): (request: AcceptedRequest) => Promise<Answer> {
  const { deps, around, checkAnswers } = options;
  const run = async (request: AcceptedRequest, given: Deps) => {
    const answer = await handle(request, given);
    // Checked before `around` commits what the handler did.
    if (checkAnswers) checkAnswer(route, answer);
    return answer;
  };
  if (around === undefined || !honoursIdempotencyKey(route)) return (request) => run(request, deps);
  return (request) => around({ route, request, deps, run: (given) => run(request, given) });
}
