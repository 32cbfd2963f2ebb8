import { readMetrics } from '@linework/testing/processes/read-metrics';
import { isReady, type Program, type Settings, startProgram } from '@linework/testing/processes/start-program';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { findStablePort } from './find-stable-port.ts';
import type { Pace } from './pace.ts';

/** A place in the fleet that is never empty for long: whatever ends the program in it, another is started, as an orchestrator would. */
export interface ProcessSlot {
  readonly name: string;
  readonly app: 'api' | 'worker';
  /** Of its interface; of a worker, that of its metrics. */
  readonly url: string;
  /** Ends the program at once, as a crash would. */
  kill(): Promise<void>;
  /** Stops the program where it stands, for so long. Does nothing where it has just ended. */
  freeze(forMs: number): Promise<void>;
  /** Lets the program end in good order and starts the next with these settings beside the usual ones. */
  replace(extraSettings?: Settings): Promise<void>;
  /** Comes back when the program takes work. */
  isReady(limitOnIdleMachineMs?: number): Promise<void>;
  /** How often a program in it ended by itself or was ended. */
  countExits(): number;
  /** Whether the program that is in it now has written this. */
  hasLogged(text: string): boolean;
  /** Every line that its programs wrote. */
  lines(): readonly string[];
  /** What its programs counted under a name, over all of them, as far as it was seen. */
  readMetric(name: string): number;
  close(): Promise<void>;
}

export interface ProcessSlotOptions {
  readonly name: string;
  readonly app: 'api' | 'worker';
  readonly settings: Settings;
  /** Those of its own, beside. */
  readonly ownSettings: Settings;
  readonly operatorKey: string;
  readonly pace: Pace;
}

const startLimitMs = 30_000;
const restartAfterMs = 100;
const scrapeIntervalMs = 300;
const scrapeLimitMs = 5_000;

/** Starts a program and keeps its place. */
export async function openProcessSlot({ name, app, settings, ownSettings, operatorKey, pace }: ProcessSlotOptions): Promise<ProcessSlot> {
  const [port, adminPort] = [await findStablePort(), await findStablePort()];
  const ports: Settings = app === 'api' ? { PORT: String(port), ADMIN_PORT: String(adminPort) } : { WORKER_PORT: String(port) };
  const url = `http://127.0.0.1:${port}`;
  const metricsTarget = app === 'api' ? { url, adminUrl: `http://127.0.0.1:${adminPort}` } : { url };
  const programs: Program[] = [];
  const latestMetrics: ReadonlyMap<string, number>[] = [];
  let restart: NodeJS.Timeout | undefined;
  let isStopping = false;
  let program = start();

  function start(extraSettings: Settings = {}): Program {
    const nodeOptions = [settings, ownSettings].flatMap(({ NODE_OPTIONS = [] }) => NODE_OPTIONS).join(' ');
    const started = startProgram(app, { ...settings, ...ownSettings, ...ports, ...extraSettings, NODE_OPTIONS: nodeOptions });
    const at = programs.push(started) - 1;
    const scraping = setInterval(() => void scrape(at), scrapeIntervalMs);
    void started.ended.then(() => {
      clearInterval(scraping);
      if (!isStopping) restart = setTimeout(startNext, restartAfterMs);
    });
    return started;
  }

  function startNext(): void {
    program = start();
  }

  /** A program takes what it has counted with it: what is looked at now and then is nearly all of it. */
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
      // The one that ended by itself a moment ago may be about to be followed by another.
      clearTimeout(restart);
      isStopping = true;
      await program.stop();
      isStopping = false;
      program = start(extraSettings);
    },
    async isReady(limitOnIdleMachineMs = startLimitMs) {
      await waitUntil(`${name} is ready`, () => isReady(url), { limitMs: pace.limitMs(limitOnIdleMachineMs) }).catch((error: Error) => {
        throw new Error(`${error.message}; it said last:\n${program.lines.slice(-5).join('\n')}`);
      });
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
