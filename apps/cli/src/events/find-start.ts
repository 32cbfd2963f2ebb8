import { ProblemError } from '@linework/sdk';
import { type Api, read } from '../api/api.ts';
import { usageError } from '../errors/cli-error.ts';

/** No feed has this position: the answer names the newest one. */
const beyond = 999_999_999_999_999;

/** The newest position of the feed. */
async function findNewestPosition(api: Api): Promise<number> {
  try {
    await read(api, '/events', { after: beyond, limit: 1 });
  } catch (error) {
    const newest = error instanceof ProblemError ? error.problem['newestPosition'] : undefined;
    if (typeof newest === 'number') return newest;
    throw error;
  }
  return beyond;
}

/**
 * The position after which reading begins, for the value of `--from`: `now`, `oldest` or a position. Undefined for the
 * oldest.
 */
export async function findStart(api: Api, from: string): Promise<number | undefined> {
  if (from === 'now') return findNewestPosition(api);
  if (from === 'oldest') return undefined;
  if (/^\d{1,15}$/.test(from)) return Number(from);
  throw usageError(`--from must be now, oldest or a position; it is "${from}".`);
}
