import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { sessionKey } from '../api/session-key.ts';
import { createAskAgain } from './ask-again.ts';
import { type LiveState, openLiveStream } from './live-stream.ts';

let state: LiveState = 'connecting';
const listeners = new Set<() => void>();

function setState(next: LiveState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Keeps the page up to date by one stream, as long as somebody is signed in. */
export function useLiveStream(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      openLiveStream({
        url: '/console/api/changes',
        onChanges: createAskAgain(client),
        onState: setState,
        onRefused: () => void client.invalidateQueries({ queryKey: sessionKey }),
      }),
    [client],
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether changes reach the page. */
export const useLiveState = (): LiveState => useSyncExternalStore(subscribe, () => state);
