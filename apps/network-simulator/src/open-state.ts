import { isDeepStrictEqual } from 'node:util';
import { openStateFile } from '@linework/simulator/state-file';
import { z } from 'zod';
import {
  createSubscribers,
  importSubscribers,
  removeSubscribers,
  type SubscriberReader,
} from './create-subscribers.ts';
import { effect } from './effect.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { imsi, subscriber } from './subscriber.ts';

/** The entries from which the state of the register is rebuilt. */
const stateEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loaded'), subscribers: z.array(subscriber) }),
  z.object({ kind: z.literal('removed'), imsis: z.array(imsi) }),
  z.object({ kind: z.literal('effect'), effect }),
]);
type StateEntry = z.infer<typeof stateEntry>;

/** The state of the simulated network. */
export interface State {
  readonly subscribers: SubscriberReader;
  readonly requestLog: Omit<RequestLog, 'add'>;
  /** Whether no other request has used this key since the start. Stores the first one, whatever its result. */
  isSameRequest(key: string, request: unknown): boolean;
  /** The only way to change the state: writes the entry to the file and applies it. */
  record(entry: StateEntry): void;
  close(): void;
}

/** The state from the file, or an empty one; without a file it is kept in memory only. */
export function openState(file?: string): State {
  const subscribers = createSubscribers();
  const requestLog = createRequestLog();
  const requests = new Map<string, unknown>();
  const applyEntry = (entry: StateEntry) => {
    if (entry.kind === 'loaded') return importSubscribers(subscribers, entry.subscribers);
    if (entry.kind === 'removed') return removeSubscribers(subscribers, entry.imsis);
    subscribers.replace(entry.effect.before, entry.effect.after);
    requestLog.add(entry.effect);
  };
  const stateFile = openStateFile({ file, entry: stateEntry, replay: applyEntry });
  return {
    subscribers,
    requestLog,
    isSameRequest(key, request) {
      const first = requests.get(key);
      if (first === undefined) requests.set(key, request);
      return first === undefined || isDeepStrictEqual(first, request);
    },
    record(entry) {
      stateFile.append(entry);
      applyEntry(entry);
    },
    close: stateFile.close,
  };
}
