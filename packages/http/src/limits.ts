/** The limits of a request. A request beyond them is rejected before any work is done. */

export const bodyLimitBytes = 64 * 1024;
/** A longer body is parsed and checked in separate turns of the event loop. */
export const longBodyBytes = 64 * 1024;
export const bodyDepthLimit = 32;
export const urlLimitBytes = 8 * 1024;
export const headersLimitBytes = 16 * 1024;
export const idempotencyKeyLimitCharacters = 255;
export const requestIdLimitCharacters = 128;

/** The rest of a rejected body is received up to this length, so that the client can read the response. */
export const discardedBodyLimitBytes = 1024 * 1024;

/** The same limit for a streamed body, because its client rarely reads a response before it has sent the whole body. */
export const discardedStreamLimitBytes = 256 * 1024 * 1024;
/** The idle timeout of a streamed body. */
export const streamIdleTimeoutMs = 30_000;

/** The maximum number of listed errors, so that a response is not many times larger than its request. */
export const listedErrorsLimit = 100;

/** A reader of a stream that takes nothing for so long is disconnected. */
export const slowReaderTimeoutMs = 10_000;

export const headersTimeoutMs = 10_000;
export const requestTimeoutMs = 30_000;
export const idleConnectionTimeoutMs = 65_000;

export const pageSizeLimit = 100;
export const defaultPageSize = 20;
/** The highest page number, because skipping rows costs more on later pages. Use a cursor beyond it. */
export const pageLimit = 10_000;
/** The maximum number of values of one list parameter. */
export const listedValuesLimit = 100;
