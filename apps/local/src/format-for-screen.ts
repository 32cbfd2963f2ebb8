import { prettyFactory } from 'pino-pretty';

/** The levels below a warning, as the programs log them. */
const quietLevels = ['trace', 'debug', 'info'];

/**
 * Returns the function that formats a log line of a program for the screen, or leaves it out with an empty text. Without `showAll` the screen
 * shows warnings and errors. A line that is no log line is always shown, because it may say why a program ended.
 */
export function formatForScreen(name: string, { showAll }: { readonly showAll: boolean }): (line: string) => string {
  const format = prettyFactory({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,service', messageFormat: `${name}: {msg}`, singleLine: true });
  return (line) => (!showAll && quietLevels.includes(readLevel(line) ?? '') ? '' : format(line));
}

function readLevel(line: string): string | undefined {
  try {
    const { level } = JSON.parse(line) as { readonly level?: unknown };
    return typeof level === 'string' ? level : undefined;
  } catch {
    return undefined;
  }
}
