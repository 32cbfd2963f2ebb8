import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** Whether the focus is where a page leaves it: nowhere, or in the navigation. A field that took it keeps it. */
function isLeftBehind(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.closest('nav') !== null;
}

/** Moves the focus to the heading when another page is shown, so that the keyboard and a screen reader go on there and not in the navigation. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what moves the focus.
  useEffect(() => {
    if (isLeftBehind()) heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}
