/** Longer rows of an import are rejected unread; no stored resource is this long. */
export const rowLimitBytes = 64 * 1024;
