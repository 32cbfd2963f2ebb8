import { readdirSync, readFileSync } from 'node:fs';

/** How the CPU time is taken, for the foot of a table. */
export const processTimeMethod =
  'user and system time of the measuring process (client and worker) and of every server behind it (PostgreSQL with all its sessions, Redis, restate-server), ' +
  "from /proc/<pid>/stat with the time of children that have ended; the kernel's own threads are not in it";

/** Linux counts process time in hundredths of a second, whatever the kernel's own tick. */
const msPerTick = 10;

interface ProcessTimes {
  readonly parent: number;
  readonly ticks: number;
}

/**
 * The CPU time in milliseconds that the process `root` and everything below it have used so far. It never falls: the time
 * of a child that ended and was waited for has gone over to its parent.
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
      // It ended between the listing and the reading: its time is its parent's by now.
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ESRCH') throw error;
    }
  }
  return processes;
}

/** proc(5): the name, which may hold anything, ends at the last parenthesis; state is field 3, parent 4, the four times 14-17. */
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
