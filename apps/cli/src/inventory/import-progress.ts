import type { Context } from '../command/context.ts';
import { formatDuration } from '../output/format-duration.ts';

export interface ProgressState {
  /** Rows of this run. */
  readonly rows: number;
  readonly rejected: number;
  /** The position in the file, and its size. */
  readonly offset: number;
  readonly size: number;
  /** Where this run began. */
  readonly startOffset: number;
  readonly elapsedMs: number;
}

const barWidth = 20;
const plainEveryMs = 10_000;

/** One line that says how far an import is: share, rate and time left. @internal */
export function formatProgress({ rows, rejected, offset, size, startOffset, elapsedMs }: ProgressState): string {
  const share = size === 0 ? 1 : offset / size;
  const rate = elapsedMs === 0 ? 0 : rows / (elapsedMs / 1_000);
  const bytesPerMs = elapsedMs === 0 ? 0 : (offset - startOffset) / elapsedMs;
  const left = bytesPerMs === 0 ? '' : `, ${formatDuration((size - offset) / bytesPerMs)} left`;
  const filled = Math.round(share * barWidth);
  const bar = `${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}`;
  return `[${bar}] ${Math.floor(share * 100)} %  ${rows} rows, ${rejected} wrong, ${Math.round(rate)} rows/s${left}`;
}

/** Shows the progress on a terminal in one line, and elsewhere a line every ten seconds. */
export function createProgress({ stderr, note }: Pick<Context, 'stderr' | 'note'>): {
  show(state: ProgressState): void;
  end(): void;
} {
  let shownMs = 0;
  const isTerminal = stderr.isTTY === true;
  return {
    show(state) {
      if (isTerminal)
        stderr.write(`\r\u001b[2K${formatProgress(state).slice(0, Math.max(20, (stderr.columns ?? 80) - 1))}`);
      else if (state.elapsedMs - shownMs >= plainEveryMs) {
        shownMs = state.elapsedMs;
        note(formatProgress(state));
      }
    },
    end: () => void (isTerminal && stderr.write('\r\u001b[2K')),
  };
}
