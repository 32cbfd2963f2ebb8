import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Waits until the client has read what was sent; false if the signal is aborted before. */
export async function isDrained(response: ServerResponse, signal: AbortSignal): Promise<boolean> {
  return once(response, 'drain', { signal }).then(
    () => true,
    () => false,
  );
}
