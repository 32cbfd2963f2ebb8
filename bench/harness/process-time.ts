import { readdirSync, readFileSync } from 'node:fs';

/** Describes how the CPU time is measured; it is printed below a table. */
export const processTimeMethod =
  'user and system time of the measuring process (client and worker) and of every server behind it (PostgreSQL ' +
  'with all its sessions, Redis, restate-server), ' +
  'from /proc/<pid>/stat with the time of children that have ended, without kernel threads';

/** Linux reports process time in hundredths of a second, independent of the kernel's tick. */
const msPerTick = 10;

interface ProcessTimes {
  readonly parent: number;
  readonly ticks: number;
}

/**
 * Returns the CPU time in milliseconds that the process `root` and its descendants have used so far. It never
 * decreases: the time of a child that ended and was waited for is added to its parent.
 */
export function processTimeMs(root: number): number {
  const processes = readProcesses();
  let ticks = 0;
  for (const [id, times] of processes) {
    if (isBelow(id, root, processes)) ticks += times.ticks;
  }
  return ticks * msPerTick;
}

function readProcesses(): Map<number, ProcessTimes> {
  const processes = new Map<number, ProcessTimes>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      processes.set(Number(entry), parseStat(readFileSync(`/proc/${entry}/stat`, 'utf8')));
    } catch (error) {
      // The process ended after it was listed, so its time is now included in its parent's.
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ESRCH') throw error;
    }
  }
  return processes;
}

/**
 * proc(5): the name may contain any character and ends at the last parenthesis; state is field 3, parent 4, the four
 * times 14-17.
 */
function parseStat(stat: string): ProcessTimes {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
  return { parent: fields[1] ?? 0, ticks: user + system + childrenUser + childrenSystem };
}

function isBelow(id: number, root: number, processes: ReadonlyMap<number, ProcessTimes>): boolean {
  for (let at: number | undefined = id; at !== undefined; at = processes.get(at)?.parent) {
    if (at === root) return true;
  }
  return false;
}
