import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import styles from './reports.module.css';
import type { ReportRow } from './use-report.ts';

const height = 260;
/** Room for the bar of the first and the last day, in seconds. */
const halfDay = 43_200;

/** The colour of a token, because a canvas knows no variables. */
function colourOf(element: Element, token: string): string {
  const probe = document.createElement('span');
  probe.className = styles[token] ?? '';
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Orders a day, with the seconds of half and of 99 of 100 on an axis of their own. The table beside it has the numbers. */
export function Chart({ rows }: { readonly rows: readonly ReportRow[] }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const muted = colourOf(element, 'muted');
    const axis = { stroke: muted, grid: { show: false }, ticks: { show: false }, font: '11px Inter Variable' };
    const seconds = { scale: 'seconds', spanGaps: true, width: 1.5 };
    const chart = new UPlot(
      {
        width: element.clientWidth,
        height,
        cursor: { y: false, drag: { x: false } },
        legend: { show: true },
        scales: {
          x: { time: true, range: (_chart, first, last) => [(first ?? 0) - halfDay, (last ?? 0) + halfDay] },
          seconds: { range: (_chart, _least, most) => [0, (most ?? 1) * 1.1] },
          orders: { range: (_chart, _least, most) => [0, (most ?? 1) * 1.1] },
        },
        axes: [axis, { ...axis, scale: 'orders', size: 44 }, { ...axis, scale: 'seconds', side: 1, size: 44 }],
        series: [
          { label: 'Day', value: '{YYYY}-{MM}-{DD}' },
          {
            label: 'Orders',
            scale: 'orders',
            stroke: muted,
            fill: colourOf(element, 'area'),
            ...(UPlot.paths.bars && { paths: UPlot.paths.bars({ size: [0.6, 40] }) }),
          },
          { ...seconds, label: 'p50 s', stroke: colourOf(element, 'p50') },
          { ...seconds, label: 'p99 s', stroke: colourOf(element, 'p99') },
        ],
      },
      toSeries(rows),
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [rows]);
  return <div ref={place} className={styles.chart} role="img" aria-label="Orders a day with p50 and p99; the numbers are in the table" />;
}

/** The rows as columns, oldest first. A day without a completed order has a gap. */
function toSeries(rows: readonly ReportRow[]): [number[], number[], (number | null)[], (number | null)[]] {
  const sorted = rows.toSorted((a, b) => (a.day ?? '').localeCompare(b.day ?? ''));
  return [
    sorted.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1_000),
    sorted.map(({ count }) => count),
    sorted.map(({ p50Seconds }) => p50Seconds ?? null),
    sorted.map(({ p99Seconds }) => p99Seconds ?? null),
  ];
}
