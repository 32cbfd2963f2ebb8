import { visibleLines, visibleText } from '@linework/log/visible-text';
import { prettyFactory } from 'pino-pretty';

/** The levels below a warning, as the programs log them. */
const quietLevels = ['trace', 'debug', 'info'];

/**
 * Returns the function that formats a log line of a program for the screen, or leaves it out with an empty text.
 * Without `showAll` the screen shows warnings and errors, and counts those that are repeated instead of repeating them.
 * A line that is no log line is always shown, because it may say why a program ended.
 */
export function formatForScreen(name: string, { showAll }: { readonly showAll: boolean }): (line: string) => string {
  const format = prettyFactory({
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,service',
    messageFormat: `${name}: {msg}`,
    singleLine: true,
  });
  const times = new Map<string, number>();
  return (line) => {
    const entry = parseEntry(line);
    if (entry === undefined) return `${visibleText(line)}\n`;
    const print = (shown: object) => format(JSON.stringify(makeVisible('', shown)));
    if (showAll) return print(entry);
    if (quietLevels.includes(String(entry['level']))) return '';
    const kind = `${entry['level']} ${String(entry['msg']).replaceAll(/\d+/g, '0')}`;
    const count = (times.get(kind) ?? 0) + 1;
    times.set(kind, count);
    if (count === 1) return print(entry);
    return isPowerOfTen(count) ? print({ ...entry, msg: `${entry['msg']} (${count} times since the start)` }) : '';
  };
}

/** A message that goes on for ever is shown ever more rarely. The file of the log has each. */
const isPowerOfTen = (count: number): boolean => /^10+$/.test(String(count));

/**
 * A log line is JSON, in which control characters are escapes. Its formatter would write them to the screen as they
 * were.
 */
function makeVisible(name: string, value: unknown): unknown {
  // The formatter indents each line of a stack, so none of them looks like an entry.
  if (typeof value === 'string') return name === 'stack' ? visibleLines(value) : visibleText(value);
  if (Array.isArray(value)) return value.map((item) => makeVisible('', item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [visibleText(member), makeVisible(member, inner)]),
  );
}

function parseEntry(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? (entry as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
