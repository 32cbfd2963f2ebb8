import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '../language/translate.ts';
import styles from './grid.module.css';
import type { Selection } from './use-selection.ts';
import { useShortcuts } from './use-shortcuts.ts';

const narrow = matchMedia('(max-width: 720px)');

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/**
 * The height of a row of a grid, as in `--row` of the tokens: on a narrow screen a row has two lines. It changes when a
 * phone is turned.
 */
const useRowHeight = (): number => useSyncExternalStore(subscribe, () => (narrow.matches ? 68 : 40));

export interface Column<Row> {
  readonly name: string;
  readonly className?: string | undefined;
  readonly cell: (row: Row) => React.ReactNode;
}

interface GridProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** Undefined as long as it is not known. */
  readonly total: number | undefined;
  readonly columns: readonly Column<Row>[];
  /** The class with the widths of the columns. */
  readonly layout: string;
  readonly keyOf: (row: Row) => string;
  readonly onOpen: (row: Row) => void;
  /** Is called when `r` is pressed, with the row under the cursor. Without one it is called if there is a selection. */
  readonly onRetry?: ((row: Row | undefined) => void) | undefined;
  readonly selection?: Selection | undefined;
  /** Reads the next page when the end is near. */
  readonly onEnd?: (() => void) | undefined;
  readonly footer?: React.ReactNode;
}

/** The rows in sight. Reads the next page when the last of them is near the end. */
function useVisibleRows(count: number, onEnd: (() => void) | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is what the rows are placed by.
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const last = virtualizer.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (count > 0 && last >= count - 20) onEnd?.();
  }, [last, count, onEnd]);
  return { scroller, virtualizer };
}

/**
 * A table of any length, of which only the visible rows exist. j and k move the cursor, Enter opens its row, x selects
 * it.
 */
export function Grid<Row>({ rows, onEnd, footer, ...props }: GridProps<Row>) {
  const { label, total, columns, layout, keyOf, onOpen, onRetry, selection } = props;
  const [cursor, setCursor] = useState(-1);
  const { scroller, virtualizer } = useVisibleRows(rows.length, onEnd);
  useGridKeys({
    rows,
    keyOf,
    onOpen,
    onRetry,
    selection,
    cursor,
    setCursor,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  });
  return (
    <div
      ref={scroller}
      className={styles.grid}
      role="grid"
      aria-label={label}
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-multiselectable={selection !== undefined}
      tabIndex={0}
    >
      <div role="rowgroup">
        <HeadRow columns={columns} layout={layout}>
          {selection !== undefined && <SelectAll keys={rows.map(keyOf)} selection={selection} />}
        </HeadRow>
      </div>
      <div className={styles.rows} role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const key = keyOf(row);
          return (
            <GridRow
              key={key}
              index={index}
              start={start}
              isCursor={index === cursor}
              isSelected={selection?.has(key)}
              layout={layout}
              onOpen={() => onOpen(row)}
            >
              {selection !== undefined && <SelectRow rowKey={key} selection={selection} keys={() => rows.map(keyOf)} />}
              {columns.map(({ name, className, cell }) => (
                <div key={name} role="gridcell" tabIndex={-1} className={`${styles.cell} ${className ?? ''}`}>
                  {cell(row)}
                </div>
              ))}
            </GridRow>
          );
        })}
      </div>
      {footer !== undefined && <div className={styles.more}>{footer}</div>}
    </div>
  );
}

interface HeadRowProps<Row> extends Pick<GridProps<Row>, 'columns' | 'layout'> {
  /** The cell before the first column. */
  readonly children: React.ReactNode;
}

function HeadRow<Row>({ columns, layout, children }: HeadRowProps<Row>) {
  return (
    <div className={`${styles.head} ${layout}`} role="row" tabIndex={-1} aria-rowindex={1}>
      {children}
      {columns.map(({ name, className }) => (
        <div key={name} role="columnheader" tabIndex={-1} className={`${styles.cell} ${className ?? ''}`}>
          {name}
        </div>
      ))}
    </div>
  );
}

interface GridRowProps {
  readonly index: number;
  readonly start: number;
  readonly isCursor: boolean;
  readonly isSelected: boolean | undefined;
  readonly layout: string;
  readonly onOpen: () => void;
  readonly children: React.ReactNode;
}

function GridRow({ index, start, isCursor, isSelected, layout, onOpen, children }: GridRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter opens the row under the cursor of the grid.
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-cursor={isCursor || undefined}
      className={`${styles.row} ${layout}`}
      style={{ transform: `translateY(${start}px)` }}
      onClick={(event) => {
        // A link, a checkbox and a marked text are not a click on the row.
        const isOwn = (event.target as Element).closest('a, button, input, label') === null;
        if (isOwn && getSelection()?.isCollapsed !== false) onOpen();
      }}
    >
      {children}
    </div>
  );
}

function SelectAll({ keys, selection }: { readonly keys: readonly string[]; readonly selection: Selection }) {
  const isAll = keys.length > 0 && keys.every(selection.has);
  return (
    <div role="columnheader" tabIndex={-1} className={styles.check}>
      <input
        type="checkbox"
        aria-label={t('Select the loaded rows')}
        checked={isAll}
        onChange={() => selection.replace(isAll ? [] : keys)}
      />
    </div>
  );
}

interface SelectRowProps {
  readonly rowKey: string;
  readonly keys: () => readonly string[];
  readonly selection: Selection;
}

function SelectRow({ rowKey, keys, selection }: SelectRowProps) {
  return (
    <div role="gridcell" tabIndex={-1} className={styles.check}>
      <input
        type="checkbox"
        aria-label={t('Select {row}', { row: rowKey })}
        checked={selection.has(rowKey)}
        onChange={(event) =>
          selection.toggle(rowKey, { range: (event.nativeEvent as MouseEvent).shiftKey === true ? keys() : undefined })
        }
      />
    </div>
  );
}

interface GridKeys<Row> extends Pick<GridProps<Row>, 'rows' | 'keyOf' | 'onOpen' | 'onRetry' | 'selection'> {
  readonly cursor: number;
  readonly setCursor: (index: number) => void;
  readonly scrollTo: (index: number) => void;
}

function useGridKeys<Row>({
  rows,
  keyOf,
  onOpen,
  onRetry,
  selection,
  cursor,
  setCursor,
  scrollTo,
}: GridKeys<Row>): void {
  const move = (to: number) => {
    const index = Math.max(0, Math.min(to, rows.length - 1));
    setCursor(index);
    scrollTo(index);
  };
  const withRow = (use: (row: Row) => void) => () => {
    const row = rows[cursor];
    if (row !== undefined) use(row);
  };
  useShortcuts({
    j: () => move(cursor + 1),
    k: () => move(cursor - 1),
    ArrowDown: () => move(cursor + 1),
    ArrowUp: () => move(cursor - 1),
    Enter: withRow(onOpen),
    x: withRow((row) => selection?.toggle(keyOf(row))),
    r: () => (rows[cursor] !== undefined || (selection?.size ?? 0) > 0) && onRetry?.(rows[cursor]),
    Escape: () => selection?.replace([]),
  });
}
