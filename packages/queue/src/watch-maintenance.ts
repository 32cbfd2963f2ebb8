import type { JobName } from '@linework/schemas/jobs';
import type { Queues } from './open-queues.ts';
import type { JobContext, JobHandlers } from './run-handler.ts';
import type { FindDueJobs } from './run-period.ts';

/**
 * Each of these is looked after at least once per second and ends within moments. Without them no order is found again,
 * nobody hears of a change, and no reservation ends. Jobs about money may have hours of work on a billing day.
 */
const watched = [
  'requeue-due-orders',
  'assign-event-positions',
  'deliver-webhooks',
  'expire-resources',
  'place-bulk-orders',
] as const satisfies readonly JobName[];

/** With the pause until the next run and the statement time limit of 5 s, the health shows a standstill within 10 s. */
const limitMs = 7_000;
/** Other workers may get the next runs of a job that has failed here, so an old failure says nothing. */
const failureCountsForMs = 4 * limitMs;

interface JobState {
  /** When the first run began that was followed by no success. */
  unsuccessfulSinceMs: number | undefined;
  lastFailureMs: number;
  running: number;
}

export interface MaintenanceWatch {
  /** Called when the queue has answered which job is next. */
  jobFetched(): void;
  /** Returns the handlers, which then report their runs. */
  watchHandlers(handlers: JobHandlers): JobHandlers;
  /** Returns the function, which then reports that the question hangs, and which jobs have no work. */
  watchDueJobs(findDueJobs: FindDueJobs): FindDueJobs;
  maintenanceEnds(): Promise<boolean>;
}

type Handler = (data: unknown, context: JobContext) => Promise<void>;

/**
 * Tells whether the scheduled jobs of a worker end: it fetches jobs, none of the watched ones hangs or keeps failing
 * here, and some worker of the fleet has ended one.
 */
export function watchMaintenance({ countEnded }: Pick<Queues, 'countEnded'>): MaintenanceWatch {
  const states = new Map<JobName, JobState>(
    watched.map((name) => [name, { unsuccessfulSinceMs: undefined, lastFailureMs: 0, running: 0 }]),
  );
  let fetchedMs = performance.now();
  let ended = { count: -1, sinceMs: 0 };

  const listStates = (names: readonly JobName[]) => names.flatMap((name) => states.get(name) ?? []);

  async function track<Result>(running: readonly JobState[], work: () => Promise<Result>): Promise<Result> {
    for (const state of running) {
      state.unsuccessfulSinceMs ??= performance.now();
      state.running += 1;
    }
    try {
      return await work();
    } catch (error) {
      for (const state of running) state.lastFailureMs = performance.now();
      throw error;
    } finally {
      for (const state of running) state.running -= 1;
    }
  }

  /** An earlier run that still hangs is none of these. */
  function succeed(succeeded: readonly JobState[]): void {
    for (const state of succeeded) if (state.running === 0) state.unsuccessfulSinceMs = undefined;
  }

  const watchHandler = (name: JobName, handle: Handler): Handler => {
    const own = listStates([name]);
    return async (data, context) => {
      await track(own, () => handle(data, context));
      succeed(own);
    };
  };

  function standsStill({ unsuccessfulSinceMs, lastFailureMs, running }: JobState): boolean {
    const now = performance.now();
    if (unsuccessfulSinceMs === undefined || now - unsuccessfulSinceMs < limitMs) return false;
    return running > 0 || now - lastFailureMs < failureCountsForMs;
  }

  /** A fleet shares the runs, so this worker may get none for long. The queue counts those of all workers. */
  async function fleetEndsJobs(): Promise<boolean> {
    const { maintenance } = await countEnded();
    const count = maintenance.completed + maintenance.failed;
    if (count !== ended.count) ended = { count, sinceMs: performance.now() };
    return performance.now() - ended.sinceMs < limitMs;
  }

  return {
    jobFetched: () => {
      fetchedMs = performance.now();
    },
    watchHandlers: (handlers) => ({
      ...handlers,
      ...Object.fromEntries(watched.map((name) => [name, watchHandler(name, handlers[name] as Handler)])),
    }),
    watchDueJobs: (findDueJobs) => async (names) => {
      const due = await track(listStates(names), () => findDueJobs(names));
      succeed(listStates(names.filter((name) => !due.includes(name))));
      return due;
    },
    async maintenanceEnds() {
      if (performance.now() - fetchedMs > limitMs || [...states.values()].some(standsStill)) return false;
      return fleetEndsJobs();
    },
  };
}
