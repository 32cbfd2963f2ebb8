import { createLog } from '@linework/log/log';
import { describe, expect, it } from 'vitest';
import { formatForScreen } from '../src/format-for-screen.ts';

/** A line as the programs log it. */
function logLine(level: 'info' | 'warn' | 'error'): string {
  const written: string[] = [];
  createLog({ name: 'worker', level: 'trace', destination: { write: (text: string) => void written.push(text) } })[
    level
  ]('order settled');
  return written.join('').trimEnd();
}

describe('the screen of npm start', () => {
  it('shows a warning with the name of its program', () => {
    expect(formatForScreen('worker', { showAll: false })(logLine('warn'))).toContain('worker: order settled');
  });

  it('leaves out a line below a warning', () => {
    expect(formatForScreen('worker', { showAll: false })(logLine('info'))).toBe('');
  });

  it('counts a warning that is repeated, and shows every one of another kind', () => {
    const format = formatForScreen('worker', { showAll: false });
    const shown = Array.from({ length: 120 }, () => format(logLine('warn'))).filter((line) => line !== '');
    expect(shown.map((line) => /order settled.*/.exec(line)?.[0])).toEqual([
      'order settled',
      'order settled (10 times since the start)',
      'order settled (100 times since the start)',
    ]);
    expect(format(logLine('error'))).toContain('worker: order settled');
    const all = formatForScreen('worker', { showAll: true });
    expect([all(logLine('warn')), all(logLine('warn'))].every((line) => line.includes('order settled'))).toBe(true);
  });

  it('shows every line where all are wanted', () => {
    expect(formatForScreen('worker', { showAll: true })(logLine('info'))).toContain('worker: order settled');
  });

  it('shows a line that is no log line', () => {
    expect(formatForScreen('api', { showAll: false })('Cannot start: PORT must be a port.')).toContain(
      'Cannot start: PORT must be a port.',
    );
  });
});
