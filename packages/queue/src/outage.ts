import type { Log } from '@linework/log/log';

export interface Outage {
  failed(error: unknown): void;
  worked(): void;
}

/** Logs once that something fails and once that it works again, however often it is told. */
export function watchOutage(log: Log, words: { readonly failing: string; readonly working: string }): Outage {
  let isFailing = false;
  return {
    failed(error) {
      if (!isFailing) log.warn({ err: error }, words.failing);
      isFailing = true;
    },
    worked() {
      if (isFailing) log.info(words.working);
      isFailing = false;
    },
  };
}
