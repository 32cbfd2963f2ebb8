import { spawn } from 'node:child_process';

const secondMs = 1_000;
/** A command that does not end by SIGTERM is killed after this time. */
const graceMs = 5_000;

/** The exit codes of a shell for a program that a signal ended. */
const stopSignals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** The user asked to stop. The command has ended. */
class Stopped extends Error {
  constructor(signal) {
    super(`Stopped by ${signal}.`);
    this.exitCode = stopSignals[signal];
  }
}

/**
 * Runs a command and prints one line with its title and duration. The output of the command is shown only if it fails.
 * A terminal gets the time that has passed and the usual time each second. The command has a process group of its own:
 * a Ctrl-C reaches only this process, which then stops the command with all that it started, waits for its end, and
 * throws `Stopped`.
 * @param {{ usual: string, onStart?: (pid: number) => unknown, describe?: () => string, cwd?: string, env?: object }}
 * options
 */
export async function runQuietly(title, command, { usual, onStart, describe = () => '', ...options }) {
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  const isTerminal = process.stdout.isTTY;
  const showTime = () =>
    process.stdout.write(
      `\r\x1b[K${title}: ${describe()}${Math.round((Date.now() - started) / 1000)} s (usually ${usual})`,
    );
  process.stdout.write(isTerminal ? '' : `${title} ... `);
  const timer = isTerminal ? setInterval(showTime, secondMs) : undefined;
  if (isTerminal) showTime();
  const end = (text) => process.stdout.write(isTerminal ? `\r\x1b[K${title} ... ${text}\n` : `${text}\n`);
  try {
    const { code, output, signal } = await run(command, options, onStart);
    if (signal) {
      end('stopped');
      throw new Stopped(signal);
    }
    end(code === 0 ? `${seconds()} s` : 'failed');
    if (code !== 0) throw new Error(`${output.trim()}\n${title} failed: "${command.join(' ')}" exited with ${code}.`);
  } finally {
    clearInterval(timer);
  }
}

/**
 * Resolves when the command has ended, with its exit code and output, and with the signal by which this process was
 * asked to stop.
 */
async function run([command, ...args], options, onStart) {
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = handleSignals(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const closed = new Promise((settle, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => settle(code ?? signal));
  });
  if (child.pid) await onStart?.(child.pid);
  try {
    const code = await closed;
    return { code, output, signal: end() };
  } finally {
    end();
  }
}

/** Returns a function that ends the handling and returns the signal that came, if any. */
function handleSignals(child) {
  let received;
  const stop = (signal) => {
    received ??= signal;
    killGroup(child, 'SIGTERM');
    setTimeout(() => killGroup(child, 'SIGKILL'), graceMs).unref();
  };
  for (const signal of Object.keys(stopSignals)) process.on(signal, stop);
  return () => {
    for (const signal of Object.keys(stopSignals)) process.off(signal, stop);
    return received;
  };
}

function killGroup({ pid }, signal) {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}
