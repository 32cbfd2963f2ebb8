import { anything, type Changes } from './affected-queries.ts';

/** `live` while the stream is open, `broken` while the page asks by itself. */
export type LiveState = 'connecting' | 'live' | 'broken';

/** How often a page asks again while it has no stream. */
export const brokenPollMs = 10_000;
/**
 * The wait before the stream is opened again, after the server has refused it. The browser itself opens one that was
 * only cut.
 */
const reopenMs = 3_000;

interface LiveStreamOptions {
  readonly url: string;
  readonly onChanges: (changes: Changes) => void;
  readonly onState: (state: LiveState) => void;
  /** The server has refused the stream, for example because the session has ended. */
  readonly onRefused: () => void;
}

/**
 * Opens the stream of changes while the page is visible: browsers allow six connections to a server, so hidden tabs
 * must not keep one each. After a gap, and when the page is visible again, it reports that anything may have changed.
 * Returns the function that ends it.
 */
export function openLiveStream({ url, onChanges, onState, onRefused }: LiveStreamOptions): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let hadGap = false;

  function open(): void {
    source = new EventSource(url);
    source.onopen = () => {
      clearInterval(timer);
      onState('live');
      if (hadGap) onChanges(anything);
      hadGap = false;
    };
    source.onmessage = ({ data }) => onChanges(JSON.parse(String(data)) as Changes);
    source.onerror = onError;
  }

  function onError(): void {
    hadGap = true;
    onState('broken');
    clearInterval(timer);
    timer = setInterval(() => onChanges(anything), brokenPollMs);
    if (source?.readyState !== EventSource.CLOSED) return;
    onRefused();
    setTimeout(() => source?.readyState === EventSource.CLOSED && !document.hidden && open(), reopenMs);
  }

  function close(): void {
    clearInterval(timer);
    source?.close();
    source = undefined;
  }

  function onVisibility(): void {
    close();
    hadGap = true;
    if (!document.hidden) open();
  }

  open();
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
}
