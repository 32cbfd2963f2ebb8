/** The records that a process leaves alone for a while, because the work on them failed. */
export interface SetAside {
  /** Answers how often it has failed in a row. */
  readonly add: (id: string) => number;
  readonly forget: (id: string) => void;
  /** Those whose time is not over yet. */
  readonly now: () => readonly string[];
}

const firstMs = 1_000;
const longestMs = 3_600_000;

/** None yet. Each failure doubles the time, from a second to an hour; a success forgets them. */
export function setAside(clock: () => number = Date.now): SetAside {
  const failed = new Map<string, { readonly times: number; readonly until: number }>();
  return {
    add(id) {
      const times = (failed.get(id)?.times ?? 0) + 1;
      failed.set(id, { times, until: clock() + Math.min(longestMs, firstMs * 2 ** (times - 1)) });
      return times;
    },
    forget: (id) => void failed.delete(id),
    now: () => [...failed].flatMap(([id, { until }]) => (until > clock() ? [id] : [])),
  };
}
