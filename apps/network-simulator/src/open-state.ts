import { isDeepStrictEqual } from 'node:util';
import { openStateFile } from '@linework/simulator/state-file';
import { createSubscribers, importSubscribers, type SubscriberReader } from './create-subscribers.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { type StateEntry, stateEntry } from './state-entry.ts';

/** All that the simulated network remembers. */
export interface State {
  readonly subscribers: SubscriberReader;
  readonly requestLog: Omit<RequestLog, 'add'>;
  /** Whether no other request came under this key since the start. Remembers the first, whatever becomes of it. */
  isSameRequest(key: string, request: unknown): boolean;
  /** The only way to change it: writes the entry down and takes it in. */
  record(entry: StateEntry): void;
  close(): void;
}

/** The state that the file holds, or an empty one; without a file it is kept in memory only. */
export function openState(file?: string): State {
  const subscribers = createSubscribers();
  const requestLog = createRequestLog();
  const requests = new Map<string, unknown>();
  const applyEntry = (entry: StateEntry) => {
    if (entry.kind === 'loaded') return importSubscribers(subscribers, entry.subscribers);
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
