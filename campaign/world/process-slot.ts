import { findFreePort } from '@linework/local-servers/find-free-port';
import type { MachineSpeed } from '@linework/testing/machine/speed';
import { readMetrics } from '@linework/testing/processes/read-metrics';
import { isReady, type Program, startProgram } from '@linework/testing/processes/start-program';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { Settings } from '@linework/testing/programs/process-settings';

/** Runs one program of the fleet. When the program exits, the slot starts another, as an orchestrator would. */
export interface ProcessSlot {
  readonly name: string;
  readonly app: 'api' | 'worker';
  /** The address of the API, or of a worker's metrics. */
  readonly url: string;
  /** Kills the program, like a crash. */
  kill(): Promise<void>;
  /** Freezes the program for this time. Does nothing if it has just exited. */
  freeze(forMs: number): Promise<void>;
  /** Stops the program gracefully and starts another with these additional settings. */
  replace(extraSettings?: Settings): Promise<void>;
  /** Resolves when the program is ready. */
  isReady(limitOnIdleMachineMs?: number): Promise<void>;
  /** How many programs of the slot have exited. */
  countExits(): number;
  /** Whether the current program has logged this text. */
  hasLogged(text: string): boolean;
  /** The log lines of all its programs. */
  lines(): readonly string[];
  /** The sum of a metric over all its programs, as far as it was scraped. */
  readMetric(name: string): number;
  close(): Promise<void>;
}

export interface ProcessSlotOptions {
  readonly name: string;
  readonly app: 'api' | 'worker';
  readonly settings: Settings;
  /** Additional settings of this slot. */
  readonly ownSettings: Settings;
  readonly operatorKey: string;
  readonly speed: MachineSpeed;
}

const startLimitMs = 30_000;
const restartAfterMs = 100;
const scrapeIntervalMs = 300;
const scrapeLimitMs = 5_000;

/** Starts a program, and another one whenever it exits. */
export async function openProcessSlot({
  name,
  app,
  settings,
  ownSettings,
  operatorKey,
  speed,
}: ProcessSlotOptions): Promise<ProcessSlot> {
  const [port, adminPort] = [await findFreePort(), await findFreePort()];
  const ports: Settings =
    app === 'api' ? { PORT: String(port), ADMIN_PORT: String(adminPort) } : { WORKER_PORT: String(port) };
  const url = `http://127.0.0.1:${port}`;
  const metricsTarget = app === 'api' ? { url, adminUrl: `http://127.0.0.1:${adminPort}` } : { url };
  const programs: Program[] = [];
  const latestMetrics: ReadonlyMap<string, number>[] = [];
  let restart: NodeJS.Timeout | undefined;
  let isStopping = false;
  let program = start();

  function start(extraSettings: Settings = {}): Program {
    const nodeOptions = [settings, ownSettings].flatMap(({ NODE_OPTIONS = [] }) => NODE_OPTIONS).join(' ');
    const started = startProgram(app, {
      ...settings,
      ...ownSettings,
      ...ports,
      ...extraSettings,
      NODE_OPTIONS: nodeOptions,
    });
    const at = programs.push(started) - 1;
    let scraping = setTimeout(scrapeAgain, scrapeIntervalMs);
    let hasEnded = false;
    void started.ended.then(() => {
      hasEnded = true;
      clearTimeout(scraping);
      if (!isStopping) restart = setTimeout(startNext, restartAfterMs);
    });
    return started;

    /**
     * One after the other: on a busy machine scrapes that overlap would leave this process no time for its receiver of
     * webhooks.
     */
    async function scrapeAgain(): Promise<void> {
      await scrape(at);
      if (!hasEnded) scraping = setTimeout(scrapeAgain, scrapeIntervalMs);
    }
  }

  function startNext(): void {
    program = start();
  }

  /** A program loses its metrics when it exits. They are scraped so often that the sum misses hardly anything. */
  async function scrape(at: number): Promise<void> {
    const found = await readMetrics(metricsTarget, operatorKey, { limitMs: scrapeLimitMs }).catch(() => undefined);
    if (found) latestMetrics[at] = found;
  }

  return {
    name,
    app,
    url,
    async kill() {
      await program.kill();
    },
    async freeze(forMs) {
      const frozen = program.process;
      frozen.kill('SIGSTOP');
      await new Promise((wake) => setTimeout(wake, forMs));
      frozen.kill('SIGCONT');
    },
    async replace(extraSettings) {
      // The program may have exited a moment ago, and then its replacement is already scheduled.
      clearTimeout(restart);
      isStopping = true;
      await program.stop();
      isStopping = false;
      program = start(extraSettings);
    },
    async isReady(limitOnIdleMachineMs = startLimitMs) {
      await waitUntil(`${name} is ready`, () => isReady(url), { limitMs: speed.limitMs(limitOnIdleMachineMs) }).catch(
        (error: Error) => {
          throw new Error(`${error.message}; its last log lines are:\n${program.lines.slice(-5).join('\n')}`);
        },
      );
    },
    countExits: () => programs.length - 1,
    hasLogged: (text) => program.lines.some((line) => line.includes(text)),
    lines: () => programs.flatMap(({ lines }) => lines),
    readMetric: (metric) => latestMetrics.reduce((sum, found) => sum + (found?.get(metric) ?? 0), 0),
    async close() {
      clearTimeout(restart);
      isStopping = true;
      await scrape(programs.length - 1);
      await program.kill();
    },
  };
}
