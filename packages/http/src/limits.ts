/** How much of everything a request may bring. Beyond these it is refused before anything is done for it. */

export const bodyLimitBytes = 64 * 1024;
/** A body beyond this length is parsed in one turn of the event loop and checked in the next. */
export const longBodyBytes = 64 * 1024;
export const bodyDepthLimit = 32;
export const urlLimitBytes = 8 * 1024;
export const headersLimitBytes = 16 * 1024;
export const idempotencyKeyLimitCharacters = 255;
export const requestIdLimitCharacters = 128;

/** What is left of a body that nobody will read is received up to here, so that its sender gets to read the answer. */
export const discardedBodyLimitBytes = 1024 * 1024;

/** The same for a body that is read as it arrives: whoever sends it seldom looks for an answer before its end. */
export const discardedStreamLimitBytes = 256 * 1024 * 1024;
/** So long a body that is read as it arrives may stand still. */
export const streamIdleTimeoutMs = 30_000;

/** More faults than these are not listed: an answer must not be many times larger than its request. */
export const listedErrorsLimit = 100;

export const headersTimeoutMs = 10_000;
export const requestTimeoutMs = 30_000;
export const idleConnectionTimeoutMs = 65_000;

export const pageSizeLimit = 100;
export const defaultPageSize = 20;
/** Skipping rows costs more the further one goes: beyond this page only a cursor leads on. */
export const pageLimit = 10_000;
/** Values of one parameter that may be given several times. */
export const listedValuesLimit = 100;
