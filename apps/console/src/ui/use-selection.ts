import { useCallback, useMemo, useRef, useState } from 'react';

export interface Selection {
  readonly size: number;
  readonly keys: readonly string[];
  readonly has: (key: string) => boolean;
  /** With a range, everything between the last toggled row and this one is selected. */
  readonly toggle: (key: string, options?: { readonly range?: readonly string[] | undefined }) => void;
  readonly replace: (keys: readonly string[]) => void;
}

/** The rows between two of them, both included, in their order; only the second if the first is gone. @internal */
export function keysBetween(keys: readonly string[], from: string | undefined, to: string): readonly string[] {
  const ends = [keys.indexOf(from ?? to), keys.indexOf(to)];
  if (ends.includes(-1)) return [to];
  return keys.slice(Math.min(...ends), Math.max(...ends) + 1);
}

/** A set of selected rows. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | undefined>(undefined);
  const toggle = useCallback((key: string, { range }: { readonly range?: readonly string[] | undefined } = {}) => {
    setChosen((before) => {
      if (range !== undefined) return new Set([...before, ...keysBetween(range, last.current, key)]);
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
    last.current = key;
  }, []);
  const replace = useCallback((keys: readonly string[]) => setChosen(new Set(keys)), []);
  return useMemo(
    () => ({ size: chosen.size, keys: [...chosen], has: (key) => chosen.has(key), toggle, replace }),
    [chosen, toggle, replace],
  );
}
