import type { Backlog } from '@linework/sdk';
import { shortStep } from '../orders/order-text.ts';
import { Section } from '../ui/page.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { durationText } from '../ui/text/relative-time.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import styles from './overview.module.css';

/** How long the steps of the last hour took, the slowest first. */
export function StepTimes({ steps }: Pick<Backlog, 'steps'>) {
  if (steps.length === 0) return null;
  return (
    <Section title="Steps of the last hour">
      <Table label="Steps of the last hour" rows={steps} keyOf={({ step }) => step} columns={columns} />
    </Section>
  );
}

const columns: readonly TableColumn<Backlog['steps'][number]>[] = [
  {
    name: 'Step',
    cell: ({ step }) => (
      <>
        {toWords(shortStep(step))} <span className={styles.muted}>{toPhrase(step.split('.')[0] ?? '')}</span>
      </>
    ),
  },
  { name: 'Done', kind: 'number', cell: ({ count }) => count.toLocaleString('en') },
  { name: 'p50', kind: 'number', cell: ({ p50Ms }) => durationText(p50Ms) },
  { name: 'p99', kind: 'number', cell: ({ p99Ms }) => durationText(p99Ms) },
];
