import type { Backlog } from '@linework/sdk';
import { shortStep } from '../orders/order-text.ts';
import { Section } from '../ui/page.tsx';
import { durationText } from '../ui/relative-time.ts';
import { toWords } from '../ui/status-tone.ts';
import tableStyles from '../ui/table.module.css';
import styles from './overview.module.css';

/** How long the steps of the last hour took, the slowest first. */
export function StepTimes({ steps }: Pick<Backlog, 'steps'>) {
  if (steps.length === 0) return null;
  return (
    <Section title="Steps of the last hour">
      <table className={`${tableStyles.table} ${styles.types}`}>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col" className={tableStyles.number}>
              Done
            </th>
            <th scope="col" className={tableStyles.number}>
              p50
            </th>
            <th scope="col" className={tableStyles.number}>
              p99
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ step, count, p50Ms, p99Ms }) => (
            <tr key={step}>
              <th scope="row">
                {toWords(shortStep(step))} <span className={styles.muted}>{toWords(step.split('.')[0] ?? '').toLowerCase()}</span>
              </th>
              <td className={tableStyles.number}>{count.toLocaleString('en')}</td>
              <td className={tableStyles.number}>{durationText(p50Ms)}</td>
              <td className={tableStyles.number}>{durationText(p99Ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
