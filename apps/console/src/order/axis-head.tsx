import { type AxisLabel, listAxisLabels } from './axis-labels.ts';
import type { Waterfall } from './build-waterfall.ts';
import styles from './order.module.css';

const anchorOf = ({ at }: AxisLabel) => (at === 0 ? 'start' : at === 1 ? 'end' : 'middle');

/**
 * The labels of the axis. A wait that is drawn shorter than it was has its length between two strokes, as on a broken
 * axis.
 */
export function AxisHead({ waterfall }: { readonly waterfall: Waterfall }) {
  return (
    <svg className={styles.axisHead} role="img" aria-label="Time since the order was placed">
      {listAxisLabels(waterfall).map((label) => (
        <text key={label.at} x={`${label.at * 100}%`} y="15" textAnchor={anchorOf(label)} data-kind={label.kind}>
          {label.kind === 'break' ? `// ${label.text} //` : label.text}
        </text>
      ))}
    </svg>
  );
}
