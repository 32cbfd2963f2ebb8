import { execFile } from 'node:child_process';

export interface CommandOptions {
  readonly input?: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const outputLimitBytes = 256 * 1024 * 1024;
const shownLines = 30;

/** Runs a command and returns its standard output. If it fails, the error has the last lines of its output. */
export function runCommand(
  command: string,
  args: readonly string[],
  { input, ...options }: CommandOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { ...options, maxBuffer: outputLimitBytes }, (error, stdout, stderr) => {
      const lastLines = `${stdout}\n${stderr}`.trim().split('\n').slice(-shownLines).join('\n');
      if (error)
        reject(new Error(`${command} ${args.join(' ').slice(0, 200)}: ${error.code ?? error.signal}\n${lastLines}`));
      else resolve(stdout);
    });
    child.stdin?.end(input);
  });
}
