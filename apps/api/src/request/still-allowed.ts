import { readKeyState } from '@linework/api-keys/read-key-state';
import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { NoDedicatedConnection } from '@linework/db/errors';
import type { AcceptedRequest } from '@linework/http/implement';
import { isSessionOpen } from '@linework/operators/find-session';
import {
  brokerSuspended,
  missingScope,
  notSignedIn,
  unauthorized,
  unavailable,
} from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import type { Deps } from './deps.ts';

/** A request that waits, a stream and an export end this long after the key or the session has ended. */
export const recheckMs = 3_000;

/**
 * Raises the problem that a new request would get, for a request that waits: its key has ended, its broker is
 * suspended, or the session of the person has ended.
 */
export async function assertStillAllowed(db: Pick<Db, 'query'>, caller: Caller): Promise<void> {
  const problem = await findRefusal(db, caller);
  if (problem !== undefined) throw problem;
}

/** The same for a stream, which can only end. */
export const isStillAllowed = async (db: Pick<Db, 'query'>, caller: Caller): Promise<boolean> =>
  (await findRefusal(db, caller)) === undefined;

async function findRefusal(db: Pick<Db, 'query'>, caller: Caller): Promise<Problem | undefined> {
  if (caller.operator) return (await isSessionOpen(db, caller)) ? undefined : notSignedIn();
  const state = await readKeyState(db, caller);
  if (state === 'suspended') return brokerSuspended();
  return state === 'ended' ? unauthorized() : undefined;
}

interface AllowedStream {
  readonly db: Pick<Db, 'query'>;
  readonly caller: Caller;
  readonly stopping: AbortSignal;
  /** How long it may take: its snapshot holds back the clean-up of all tables. */
  readonly exportLimitMs: number;
  /** Is called at the end, however it comes. */
  readonly close: () => void;
}

/**
 * The chunks of a long export, which breaks off when its key or its session has ended, when its time is over, or when
 * the program stops. What fails before the first chunk fails the request.
 */
async function whileAllowed(chunks: AsyncIterable<string>, options: AllowedStream): Promise<AsyncIterable<string>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next().catch(raiseTooManyExports);
  return checkedChunks(iterator, first, options);
}

async function* checkedChunks(
  iterator: AsyncIterator<string>,
  first: IteratorResult<string>,
  { db, caller, stopping, exportLimitMs, close }: AllowedStream,
): AsyncGenerator<string> {
  const begunMs = performance.now();
  let checkedMs = begunMs;
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) {
      yield next.value;
      if (stopping.aborted) throw new Error('the program stops, and the export is not complete');
      if (performance.now() - begunMs > exportLimitMs)
        throw new Error(`the export took longer than ${exportLimitMs} ms, and is not complete`);
      if (performance.now() - checkedMs < recheckMs) continue;
      checkedMs = performance.now();
      if (!(await isStillAllowed(db, caller)))
        throw new Error('the key or the session has ended, and the export is not complete');
    }
  } finally {
    // A client that went away leaves rows that nobody reads.
    await iterator.return?.();
    close();
  }
}

const retryAfterSeconds = 60;

/** Each export has a connection of its own, and a process has few of them. */
function raiseTooManyExports(error: unknown): never {
  if (!(error instanceof NoDedicatedConnection)) throw error;
  throw unavailable('Too many exports and imports are running in this process.', retryAfterSeconds, { cause: error });
}

interface FileOfRows {
  readonly mediaType: string;
  readonly fileName: string;
}

/** Answers with the chunks of an export, one of those that the caller may have at once. */
export async function sendExport(
  { method, hold }: Pick<AcceptedRequest, 'method' | 'hold'>,
  { caller, deps, ...file }: FileOfRows & { readonly caller: Caller; readonly deps: Deps },
  begin: () => Promise<AsyncIterable<string>>,
) {
  // What leaves in one piece leaves with a key, not with the session of a browser.
  if (caller.operator) throw missingScope('exports:create');
  if (method === 'HEAD') return { status: 200, body: { ...file, chunks: nothing() } } as const;
  const close = deps.exports.open(caller);
  try {
    const chunks = await whileAllowed(await begin(), { ...deps, caller, close });
    hold();
    return { status: 200, body: { ...file, chunks } } as const;
  } catch (error) {
    close();
    throw error;
  }
}

async function* nothing(): AsyncGenerator<string> {}
