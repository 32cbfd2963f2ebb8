import type { Log } from '@linework/log/log';

export interface Outage {
  reportFailure(error: unknown): void;
  reportSuccess(): void;
}

/** Logs the first failure and the first success after it, however often each is reported. */
export function watchOutage(log: Log, messages: { readonly failing: string; readonly working: string }): Outage {
  let isFailing = false;
  return {
    reportFailure(error) {
      if (!isFailing) log.warn({ err: error }, messages.failing);
      isFailing = true;
    },
    reportSuccess() {
      if (isFailing) log.info(messages.working);
      isFailing = false;
    },
  };
}
