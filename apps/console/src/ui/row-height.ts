import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 720px)');

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** The height of a row of a grid, as in `--row` of the tokens: on a narrow screen a row has two lines. It changes when a phone is turned. */
export const useRowHeight = (): number => useSyncExternalStore(subscribe, () => (narrow.matches ? 68 : 40));
