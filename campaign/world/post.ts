import { metricsOf } from '@linework/testing/processes/metric';
import { isReady, type Program, type Settings, startProgram } from '@linework/testing/processes/start-program';
import { until } from '@linework/testing/processes/until';
import type { Pace } from './pace.ts';
import { steadyPort } from './steady-port.ts';

/** A place in the fleet that is never empty for long: whatever ends the program in it, another is started, as an orchestrator would. */
export interface Post {
  readonly name: string;
  readonly app: 'api' | 'worker';
  /** Of its interface; of a worker, that of its metrics. */
  readonly url: string;
  /** Ends the program at once, as a crash would. */
  kill(): Promise<void>;
  /** Stops the program where it stands, for so long. Does nothing where it has just ended. */
  freeze(forMs: number): Promise<void>;
  /** Lets the program end in good order and starts the next with these settings beside the usual ones. */
  replace(further?: Settings): Promise<void>;
  /** Comes back when the program takes work. */
  isReady(limitOnIdleMachineMs?: number): Promise<void>;
  /** How often a program in it ended by itself or was ended. */
  endings(): number;
  /** Whether the program that is in it now has written this. */
  hasSaid(text: string): boolean;
  /** Every line that its programs wrote. */
  lines(): readonly string[];
  /** What its programs counted under a name, over all of them, as far as it was seen. */
  counted(name: string): number;
  close(): Promise<void>;
}

export interface PostOptions {
  readonly name: string;
  readonly app: 'api' | 'worker';
  readonly settings: Settings;
  /** Those of its own, beside. */
  readonly own: Settings;
  readonly operatorKey: string;
  readonly pace: Pace;
}

const startLimitMs = 30_000;
const restartAfterMs = 100;
const lookEveryMs = 300;
const lookLimitMs = 5_000;

/** Starts a program and keeps its place. */
export async function openPost({ name, app, settings, own, operatorKey, pace }: PostOptions): Promise<Post> {
  const [port, adminPort] = [await steadyPort(), await steadyPort()];
  const ports: Settings = app === 'api' ? { PORT: String(port), ADMIN_PORT: String(adminPort) } : { WORKER_PORT: String(port) };
  const url = `http://127.0.0.1:${port}`;
  const listening = app === 'api' ? { url, adminUrl: `http://127.0.0.1:${adminPort}` } : { url };
  const programs: Program[] = [];
  const seen: ReadonlyMap<string, number>[] = [];
  let restart: NodeJS.Timeout | undefined;
  let isMeantToEnd = false;
  let program = start();

  function start(further: Settings = {}): Program {
    const nodeOptions = [settings, own].flatMap(({ NODE_OPTIONS = [] }) => NODE_OPTIONS).join(' ');
    const started = startProgram(app, { ...settings, ...own, ...ports, ...further, NODE_OPTIONS: nodeOptions });
    const at = programs.push(started) - 1;
    const looking = setInterval(() => void look(at), lookEveryMs);
    void started.ended.then(() => {
      clearInterval(looking);
      if (!isMeantToEnd) restart = setTimeout(startNext, restartAfterMs);
    });
    return started;
  }

  function startNext(): void {
    program = start();
  }

  /** A program takes what it has counted with it: what is looked at now and then is nearly all of it. */
  async function look(at: number): Promise<void> {
    const found = await metricsOf(listening, operatorKey, { limitMs: lookLimitMs }).catch(() => undefined);
    if (found) seen[at] = found;
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
    async replace(further) {
      // The one that ended by itself a moment ago may be about to be followed by another.
      clearTimeout(restart);
      isMeantToEnd = true;
      await program.stop();
      isMeantToEnd = false;
      program = start(further);
    },
    async isReady(limitOnIdleMachineMs = startLimitMs) {
      await until(`${name} is ready`, () => isReady(url), { limitMs: pace.limitMs(limitOnIdleMachineMs) }).catch((error: Error) => {
        throw new Error(`${error.message}; it said last:\n${program.lines.slice(-5).join('\n')}`);
      });
    },
    endings: () => programs.length - 1,
    hasSaid: (text) => program.lines.some((line) => line.includes(text)),
    lines: () => programs.flatMap(({ lines }) => lines),
    counted: (metric) => seen.reduce((sum, found) => sum + (found?.get(metric) ?? 0), 0),
    async close() {
      clearTimeout(restart);
      isMeantToEnd = true;
      await look(programs.length - 1);
      await program.kill();
    },
  };
}
