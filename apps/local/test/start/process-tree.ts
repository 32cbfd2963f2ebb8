import { readdirSync, readFileSync } from 'node:fs';

interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** Distinguishes it from a later process with the same id. */
  readonly startedAt: string;
}

export interface FoundProcess extends RunningProcess {
  readonly command: string;
}

/**
 * Returns the processes and all their descendants, by parent ids. Linux only. `others` keeps the ids of the processes
 * that are not among them: they do not become descendants later, so the next call with the same set does not read them
 * again.
 */
export function processTree(roots: readonly number[], others = new Set<number>()): readonly FoundProcess[] {
  const pids = new Set(readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? Number(name) : [])));
  for (const pid of others) if (!pids.has(pid)) others.delete(pid);
  const all = [...pids.difference(others)].flatMap((pid) => readProcess(pid) ?? []);
  const childrenOf = Map.groupBy(all, ({ parent }) => parent);
  const found = new Set(all.filter(({ pid }) => roots.includes(pid)));
  for (const { pid } of found) for (const child of childrenOf.get(pid) ?? []) found.add(child);
  for (const one of all) if (!found.has(one)) others.add(one.pid);
  return [...found].flatMap((one) => readCommand(one) ?? []);
}

/** Whether the process still runs. A zombie process does not run. */
export function isRunning({ pid, startedAt }: RunningProcess): boolean {
  return readProcess(pid)?.startedAt === startedAt;
}

/** Returns undefined if the process does not exist or has ended. */
function readProcess(pid: number): RunningProcess | undefined {
  const stat = readOf(pid, 'stat');
  if (stat === undefined) return undefined;
  // The program name is in brackets and may contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, startedAt = ''] = [fields[0], Number(fields[1]), fields[19]];
  return state === 'Z' || state === 'X' ? undefined : { pid, parent, startedAt };
}

/** Of the found processes only: a machine has ten times as many. */
function readCommand(found: RunningProcess): FoundProcess | undefined {
  const command = readOf(found.pid, 'cmdline')?.replaceAll('\0', ' ').trim();
  return command === undefined ? undefined : { ...found, command };
}

function readOf(pid: number, file: 'stat' | 'cmdline'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
