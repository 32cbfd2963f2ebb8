import { prettyFactory } from 'pino-pretty';

const warnLevel = 40;

/**
 * Returns the function that formats a log line of a program for the screen, or leaves it out with an empty text. Without `showAll` the screen shows warnings and errors. A line that is
 * no log line is always shown, because it may say why a program ended.
 */
export function formatForScreen(name: string, { showAll }: { readonly showAll: boolean }): (line: string) => string {
  const format = prettyFactory({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,service', messageFormat: `${name}: {msg}`, singleLine: true });
  return (line) => {
    const level = readLevel(line);
    return !showAll && level !== undefined && level < warnLevel ? '' : format(line);
  };
}

function readLevel(line: string): number | undefined {
  try {
    const { level } = JSON.parse(line) as { readonly level?: unknown };
    return typeof level === 'number' ? level : undefined;
  } catch {
    return undefined;
  }
}
