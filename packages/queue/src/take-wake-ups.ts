import { setTimeout as sleep } from 'node:timers/promises';
import type { WakeUpList } from './wake-up-list.ts';
import type { Outage } from './watch-outage.ts';

interface TakeWakeUpsOptions {
  readonly list: WakeUpList;
  /** Resolves when this worker may run another message. Until then the messages are left to the other workers. */
  readonly waitForSlot: () => Promise<void>;
  readonly run: (message: string) => void;
  readonly outage: Outage;
}

export interface WakeUpWorker {
  /** Takes no further message. Resolves when the last request for one has ended, within about a second if Redis responds. */
  close(): Promise<void>;
  /** Ends a request that still waits for Redis. */
  disconnect(): void;
}

const pauseMs = 500;

/** Takes messages from the list and runs them, each as soon as a slot is free. Survives any outage of Redis. */
export function takeWakeUps({ list, waitForSlot, run, outage }: TakeWakeUpsOptions): WakeUpWorker {
  const taker = list.openTaker();
  taker.onError(outage.reportFailure);
  let isClosing = false;

  async function takeNext(): Promise<void> {
    const message = await taker.take();
    outage.reportSuccess();
    if (message === null) return;
    if (isClosing) await list.putBack(message);
    else run(message);
  }

  /** A Redis that loads its data rejects each request at once. */
  async function pauseAfter(error: unknown): Promise<void> {
    if (isClosing) return;
    outage.reportFailure(error);
    await sleep(pauseMs);
  }

  async function takeAll(): Promise<void> {
    while (!isClosing) {
      await waitForSlot();
      if (!isClosing) await takeNext().catch(pauseAfter);
    }
  }

  const taking = takeAll().finally(() => taker.disconnect());
  return {
    close() {
      isClosing = true;
      void taker.interrupt();
      return taking;
    },
    disconnect: () => taker.disconnect(),
  };
}
