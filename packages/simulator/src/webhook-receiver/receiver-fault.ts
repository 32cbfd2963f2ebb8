import type { Request, Response } from 'express';
import { z } from 'zod';

/** How the receiver misbehaves. */
const receiverFaultKinds = ['status', 'hang', 'reset', 'redirect', 'garbage', 'huge', 'slow-body'] as const;

export const receiverFault = z.strictObject({
  kind: z.enum(receiverFaultKinds),
  /** For `status`: the status, with a `Retry-After` in seconds if there is one. */
  status: z.int().min(200).max(599).default(500),
  retryAfter: z.int().min(0).optional(),
  /** For `redirect`: where to. */
  location: z.string().default('/elsewhere'),
  /** The calls that it applies to; all of them by default. */
  times: z.int().min(1).optional(),
  /** Only calls of this path. */
  path: z.string().optional(),
});

export type ReceiverFault = z.infer<typeof receiverFault>;

const hugeChunk = Buffer.alloc(65_536, 'x');
const hugeChunks = 160;

type Answer = (fault: ReceiverFault, response: Response, request: Request) => void;

/** What each fault does with a call. */
const answers: Readonly<Record<ReceiverFault['kind'], Answer>> = {
  status(fault, response) {
    if (fault.retryAfter !== undefined) response.setHeader('Retry-After', fault.retryAfter);
    response.status(fault.status).type('text/plain').send(`fault ${fault.status}`);
  },
  hang() {},
  reset: (_fault, _response, request) => void request.socket.resetAndDestroy(),
  redirect: (fault, response) => response.redirect(307, fault.location),
  garbage: (_fault, _response, request) => void request.socket.end('this is no HTTP\r\n\r\n'),
  huge(_fault, response) {
    response.status(200).type('text/plain');
    writeChunks(response, hugeChunks);
  },
  'slow-body': (_fault, response) => void response.status(200).type('text/plain').write('begins and never ends'),
};

export const answerWith = (fault: ReceiverFault, response: Response, request: Request): void =>
  answers[fault.kind](fault, response, request);

function writeChunks(response: Response, count: number): void {
  if (count === 0 || response.destroyed) return void response.end();
  if (response.write(hugeChunk)) setImmediate(() => writeChunks(response, count - 1));
  else response.once('drain', () => writeChunks(response, count - 1));
}
