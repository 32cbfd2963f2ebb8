import { useEffect, useRef } from 'react';

export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** How long the second key of a sequence such as `g o` may take. */
const sequenceMs = 1_000;

/** A checkbox takes no letters, so the keys go on working after a click on one. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"])'));

/** Enter is the key of a link or a button that has the focus. */
const isOwnKey = (key: string, target: EventTarget | null): boolean =>
  key === 'Enter' && target instanceof HTMLElement && target.closest('a, button, summary') !== null;

/** A dialog has the keyboard to itself. */
const isDialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

/** Names a key: `mod+k`, `?`, `j`, `Enter`. */
function nameKey({
  key,
  metaKey,
  ctrlKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>): string {
  return `${metaKey || ctrlKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${key}`;
}

/** Calls the function of a key or of a sequence of two (`g o`), unless somebody types or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useEffect(() => {
    let before: { readonly key: string; readonly at: number } | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = nameKey(event);
      if (
        event.defaultPrevented ||
        isOwnKey(key, event.target) ||
        (!key.startsWith('mod+') && (isTyping(event.target) || isDialogOpen()))
      )
        return;
      const sequence = before !== undefined && event.timeStamp - before.at < sequenceMs ? `${before.key} ${key}` : key;
      before = { key, at: event.timeStamp };
      const run = current.current[sequence] ?? current.current[key];
      if (run === undefined) return;
      event.preventDefault();
      run(event);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
