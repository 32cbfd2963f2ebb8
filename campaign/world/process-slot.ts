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
export async function openProcessSlot(options: ProcessSlotOptions): Promise<ProcessSlot> {
  const { name, app, settings, ownSettings, operatorKey, speed } = options;
  const { url, ports, metricsTarget } = await chooseAddress(app);
  const programs: Program[] = [];
  const metrics = createScraper(metricsTarget, operatorKey);
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
    const endScraping = metrics.scrapeRepeatedly(programs.push(started) - 1);
    void started.ended.then(() => {
      endScraping();
      if (!isStopping) restart = setTimeout(() => (program = start()), restartAfterMs);
    });
    return started;
  }

  return {
    name,
    app,
    url,
    async kill() {
      await program.kill();
    },
    async freeze(forMs) {
      await freezeProcess(program, forMs);
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
      const limitMs = speed.limitMs(limitOnIdleMachineMs);
      await waitUntil(`${name} is ready`, () => isReady(url), { limitMs }).catch(throwWithLog(() => program));
    },
    countExits: () => programs.length - 1,
    hasLogged: (text) => program.lines.some((line) => line.includes(text)),
    lines: () => programs.flatMap(({ lines }) => lines),
    readMetric: metrics.sum,
    async close() {
      clearTimeout(restart);
      isStopping = true;
      await metrics.scrape(programs.length - 1);
      await program.kill();
    },
  };
}

async function freezeProcess({ process: frozen }: Program, forMs: number): Promise<void> {
  frozen.kill('SIGSTOP');
  await new Promise((wake) => setTimeout(wake, forMs));
  frozen.kill('SIGCONT');
}

const throwWithLog = (getProgram: () => Program) => (error: Error) => {
  throw new Error(`${error.message}; its last log lines are:\n${getProgram().lines.slice(-5).join('\n')}`);
};

async function chooseAddress(app: 'api' | 'worker') {
  const [port, adminPort] = [await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${port}`;
  if (app === 'worker') return { url, ports: { WORKER_PORT: String(port) }, metricsTarget: { url } };
  const ports = { PORT: String(port), ADMIN_PORT: String(adminPort) };
  return { url, ports, metricsTarget: { url, adminUrl: `http://127.0.0.1:${adminPort}` } };
}

/** A program loses its metrics when it exits. They are scraped so often that the sum misses hardly anything. */
function createScraper(target: Parameters<typeof readMetrics>[0], operatorKey: string) {
  const latest: ReadonlyMap<string, number>[] = [];
  async function scrape(at: number): Promise<void> {
    const found = await readMetrics(target, operatorKey, { limitMs: scrapeLimitMs }).catch(() => undefined);
    if (found) latest[at] = found;
  }
  return {
    scrape,
    sum: (metric: string) => latest.reduce((sum, found) => sum + (found?.get(metric) ?? 0), 0),
    /**
     * One after the other: on a busy machine scrapes that overlap would leave this process no time for its receiver of
     * webhooks. Returns the function that ends it.
     */
    scrapeRepeatedly(at: number): () => void {
      let hasEnded = false;
      let scraping = setTimeout(scrapeAgain, scrapeIntervalMs);
      async function scrapeAgain(): Promise<void> {
        await scrape(at);
        if (!hasEnded) scraping = setTimeout(scrapeAgain, scrapeIntervalMs);
      }
      return () => {
        hasEnded = true;
        clearTimeout(scraping);
      };
    },
  };
}
