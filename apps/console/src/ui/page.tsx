import { Link, useLocation } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { LiveBadge } from './live-badge.tsx';
import styles from './page.module.css';

/** The addresses of lists, to which the page of a record leads back. */
export type ListPath =
  | '/orders'
  | '/batches'
  | '/search'
  | '/webhooks'
  | '/brokers'
  | '/pools'
  | '/incidents'
  | '/lines'
  | '/drifts'
  | '/holders'
  | '/subscriptions'
  | '/resources'
  | '/port-ins'
  | '/port-outs'
  | '/invoices'
  | '/payments'
  | '/refunds'
  | '/tax-receipts'
  | '/offers'
  | '/move-ins';

interface PageProps {
  readonly title: React.ReactNode;
  /** Is the title of the browser's tab; by default the title, if it is a text. */
  readonly name?: string | undefined;
  /** The list in which this record is. */
  readonly parent?: { readonly to: ListPath; readonly name: string } | undefined;
  readonly beside?: React.ReactNode;
  readonly actions?: React.ReactNode;
  readonly children: React.ReactNode;
  /** The content scrolls as a whole, with a margin. Without it the page places its own parts. */
  readonly scrolls?: boolean | undefined;
}

export function Page({
  title,
  name = typeof title === 'string' ? title : undefined,
  parent,
  beside,
  actions,
  children,
  scrolls = false,
}: PageProps) {
  const heading = useHeadingFocus();
  return (
    <>
      {name !== undefined && <title>{`${name} · Linework`}</title>}
      <header className={styles.header}>
        {parent !== undefined && (
          <Link to={parent.to} className={styles.back} aria-label={parent.name} title={parent.name}>
            <ChevronLeft size={18} aria-hidden />
          </Link>
        )}
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {beside}
        <div className={styles.live}>
          <LiveBadge />
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {scrolls ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
        <section className={styles.scroll} tabIndex={0} aria-label={name}>
          {children}
        </section>
      ) : (
        children
      )}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly beside?: React.ReactNode;
  /** Its content is still being read, so what is below it waits. */
  readonly isPending?: boolean | undefined;
  readonly children: React.ReactNode;
}

/** A part of a page with a heading. */
export function Section({ title, beside, isPending = false, children }: SectionProps) {
  return (
    <section className={styles.section} aria-busy={isPending}>
      <header className={styles.sectionHeader}>
        <h2>{title}</h2>
        {beside}
      </header>
      {children}
    </section>
  );
}

/** Whether the focus is where a page leaves it: nowhere, or in the navigation. A field that took it keeps it. */
function isLeftBehind(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.closest('nav') !== null;
}

/**
 * Moves the focus to the heading when another page is shown, so that the keyboard and a screen reader go on there and
 * not in the navigation.
 */
function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what moves the focus.
  useEffect(() => {
    if (isLeftBehind()) heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}
