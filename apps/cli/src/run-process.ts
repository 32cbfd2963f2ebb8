import nodeModule from 'node:module';
import { createContext } from './command/create-context.ts';
import type { OwnCommand } from './command/own-command.ts';
import { exitCodes } from './errors/exit-codes.ts';
import { readEnvironment } from './profiles/config.ts';
import { run } from './program/run.ts';

/** The exit codes of a program that a signal ends: 128 and the number of the signal. */
const signals = { SIGINT: exitCodes.interrupted.code, SIGTERM: 143, SIGHUP: 129 } as const;

/** After the first signal a command may store where it stands; it has this long. */
const stopLimitMs = 2_000;

/** Runs the command line of this process, and ends it with the exit code. */
export async function runProcess(ownCommands: readonly OwnCommand[]): Promise<never> {
  // The second start of a command from the sources takes a third less time, that of the package 5 %. Node 20 does not
  // have it.
  (nodeModule as { readonly enableCompileCache?: () => void }).enableCompileCache?.();
  const stop = new AbortController();
  let exitCode: number = exitCodes.done.code;
  for (const [name, code] of Object.entries(signals)) process.on(name, () => end(code));
  // The reader is gone, as in `linework lines list --all | head`: nothing is left to do, and nothing went wrong.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) =>
      process.exit(error.code === 'EPIPE' ? exitCode : exitCodes.failed.code),
    );

  function end(code: number): void {
    exitCode = code;
    if (stop.signal.aborted) process.exit(code);
    stop.abort();
    setTimeout(() => process.exit(code), stopLimitMs).unref();
  }

  const context = createContext({
    environment: readEnvironment(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: stop.signal,
    setExitCode: (code) => {
      exitCode = code;
    },
  });
  const code = await run(process.argv.slice(2), context, ownCommands);
  if (code !== exitCodes.done.code && !stop.signal.aborted) exitCode = code;
  await flush(process.stdout);
  await flush(process.stderr);
  process.exit(exitCode);
}

/** A pipe would lose what is buffered when the process exits. */
function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
