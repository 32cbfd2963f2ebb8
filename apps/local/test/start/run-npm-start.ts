import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { type FoundProcess, isRunning, processTree } from './process-tree.ts';

const projectFolder = fileURLToPath(new URL('../../../..', import.meta.url));

/** The members of `demo.json` that these tests read. */
export interface WrittenDemo {
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly workerUrl: string;
  readonly networkUrl: string;
  readonly partnersUrl: string;
  readonly receiverUrl: string;
  readonly pid: number;
  readonly brokers: readonly { readonly name: string }[];
}

export const addressesOf = ({
  baseUrl,
  adminUrl,
  workerUrl,
  networkUrl,
  partnersUrl,
  receiverUrl,
}: WrittenDemo): readonly string[] => [baseUrl, adminUrl, workerUrl, networkUrl, partnersUrl, receiverUrl];

export interface NpmStart {
  readonly pid: number;
  /** The whole standard output and standard error. */
  output(): string;
  /** Waits until the command has ended, and returns its exit code or its signal. */
  whenEnded(): Promise<number | string>;
  /** Waits until everything runs and returns the content of `demo.json`. */
  whenRunning(): Promise<WrittenDemo>;
  /** All processes that were ever seen below the command. */
  processes(): readonly FoundProcess[];
  survivors(): readonly FoundProcess[];
  /** The id of the process that runs this program. Throws if none does. */
  pidOf(program: string): number;
  /** Kills the processes that a failed test has left. */
  clean(): void;
}

const pollMs = 200;
const anyPort = {
  PORT: '0',
  ADMIN_PORT: '0',
  WORKER_PORT: '0',
  NETWORK_PORT: '0',
  PARTNERS_PORT: '0',
  RECEIVER_PORT: '0',
};

/** Runs a command line that contains `npm start`, on free ports by default, with its data in `folder`. */
export function runNpmStart(
  commandLine: string,
  folder: string,
  settings: Readonly<Record<string, string>> = anyPort,
): NpmStart {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const env = { PATH, HOME, ...(TMPDIR && { TMPDIR }), LOCAL_FOLDER: folder, ...settings };
  const child = spawn('sh', ['-c', commandLine], {
    cwd: projectFolder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const root = child.pid ?? 0;
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (written += text));
  const seen = new Map<string, FoundProcess>();
  const others = new Set<number>();
  const survivors = () => [...seen.values()].filter(isRunning);
  const scan = () => {
    // A process that has lost its parent is found by its own id.
    for (const found of processTree([root, ...survivors().map(({ pid }) => pid)], others))
      seen.set(`${found.pid} ${found.startedAt}`, found);
  };
  const timer = setInterval(scan, pollMs);
  return {
    pid: root,
    output: () => written,
    async whenEnded() {
      const end = () => child.exitCode ?? child.signalCode;
      await waitUntil('npm start has ended', () => end() !== null).catch((error: Error) => {
        throw new Error(`${error.message}. Its processes: ${JSON.stringify(survivors())}. Its output: ${written}`);
      });
      return end() ?? '';
    },
    async whenRunning() {
      await waitUntil('Linework is running', () => {
        if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}: ${written}`);
        return written.includes('Ctrl-C stops everything');
      });
      scan();
      return JSON.parse(readFileSync(`${folder}/demo.json`, 'utf8')) as WrittenDemo;
    },
    processes: () => [...seen.values()],
    survivors,
    pidOf(program) {
      scan();
      const running = survivors();
      // A process that was forked and has not started its own program yet has the command of its parent.
      const isFork = ({ parent, command }: FoundProcess) =>
        running.some((other) => other.pid === parent && other.command === command);
      const found = running.findLast((one) => one.command.includes(program) && !isFork(one));
      if (!found) throw new Error(`No process runs ${program}: ${JSON.stringify(running)}`);
      return found.pid;
    },
    clean() {
      clearInterval(timer);
      for (const { pid } of survivors()) process.kill(pid, 'SIGKILL');
    },
  };
}

/** Whether a program accepts connections at this address. */
export function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(socket.destroy().destroyed));
    socket.once('error', () => resolve(false));
  });
}
