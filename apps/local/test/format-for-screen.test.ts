import { describe, expect, it } from 'vitest';
import { formatForScreen } from '../src/format-for-screen.ts';

const logLine = (level: number) => JSON.stringify({ level, time: Date.UTC(2026, 0, 1), msg: 'order settled' });

describe('the screen of npm start', () => {
  it('shows a warning with the name of its program', () => {
    expect(formatForScreen('worker', { showAll: false })(logLine(40))).toContain('worker: order settled');
  });

  it('leaves out a line below a warning', () => {
    expect(formatForScreen('worker', { showAll: false })(logLine(30))).toBe('');
  });

  it('shows every line where all are wanted', () => {
    expect(formatForScreen('worker', { showAll: true })(logLine(30))).toContain('worker: order settled');
  });

  it('shows a line that is no log line', () => {
    expect(formatForScreen('api', { showAll: false })('Cannot start: PORT must be a port.')).toContain('Cannot start: PORT must be a port.');
  });
});
