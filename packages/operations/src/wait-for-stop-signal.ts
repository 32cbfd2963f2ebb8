import type { Log } from '@linework/log/log';

/** Resolves at the first SIGTERM or Ctrl-C. A second one ends the program at once. */
export function waitForStopSignal(log: Log): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        log.info({ signal }, 'stopping');
        resolve();
      });
    }
  });
}
