import { readdirSync, readFileSync } from 'node:fs';

export interface FoundProcess {
  readonly pid: number;
  readonly parent: number;
  /** Distinguishes it from a later process with the same id. */
  readonly startedAt: string;
  readonly command: string;
}

/** Returns the processes and all their descendants, by parent ids. Linux only. */
export function processTree(roots: readonly number[]): readonly FoundProcess[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const childrenOf = Map.groupBy(all, ({ parent }) => parent);
  const found = new Set(all.filter(({ pid }) => roots.includes(pid)));
  for (const { pid } of found) for (const child of childrenOf.get(pid) ?? []) found.add(child);
  return [...found];
}

/** Whether the process still runs. A zombie process does not run. */
export function isRunning({ pid, startedAt }: FoundProcess): boolean {
  return readProcess(pid)?.startedAt === startedAt;
}

/** Returns undefined if the process does not exist or has ended. */
function readProcess(pid: number): FoundProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name is in brackets and may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, startedAt = ''] = [fields[0], Number(fields[1]), fields[19]];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return state === 'Z' || state === 'X' ? undefined : { pid, parent, startedAt, command };
  } catch {
    return undefined;
  }
}
