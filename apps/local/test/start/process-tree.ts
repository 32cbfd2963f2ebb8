import { readdirSync, readFileSync } from 'node:fs';

export interface FoundProcess {
  readonly pid: number;
  readonly parent: number;
  /** Tells it from a later process with the same id. */
  readonly startedAt: string;
  readonly command: string;
}

/** The processes and everything that they have started, found by the chain of parents. Linux only. */
export function processTree(roots: readonly number[]): readonly FoundProcess[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const childrenOf = Map.groupBy(all, ({ parent }) => parent);
  const found = new Set(all.filter(({ pid }) => roots.includes(pid)));
  for (const { pid } of found) for (const child of childrenOf.get(pid) ?? []) found.add(child);
  return [...found];
}

/** Whether it still runs. One that has ended and that nobody has asked about is gone. */
export function isRunning({ pid, startedAt }: FoundProcess): boolean {
  return readProcess(pid)?.startedAt === startedAt;
}

/** Undefined where there is no such process, or it has ended. */
function readProcess(pid: number): FoundProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may have any character in it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, startedAt = ''] = [fields[0], Number(fields[1]), fields[19]];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return state === 'Z' || state === 'X' ? undefined : { pid, parent, startedAt, command };
  } catch {
    return undefined;
  }
}
