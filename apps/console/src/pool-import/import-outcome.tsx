import { Note } from '../ui/state.tsx';
import { countText } from '../ui/text/count-text.ts';
import { BadRows } from './bad-rows.tsx';
import { describeFailure } from './describe-failure.ts';
import styles from './pool-import.module.css';
import type { ImportState } from './use-import.ts';

type EndedState = Extract<ImportState, { name: 'done' | 'failed' }>;

/** What a check or an import has found. */
export function ImportOutcome({ state }: { readonly state: EndedState }) {
  if (state.name === 'failed') {
    const rows = state.failure.kind === 'answer' ? (state.failure.problem.errors ?? []) : [];
    return (
      <>
        <Note danger>{describeFailure(state.failure, state.isCheck)}</Note>
        <BadRows rows={rows} total={rows.length} />
      </>
    );
  }
  const { imported, rejected, errors } = state.report;
  return (
    <>
      <Note>
        <span className={styles['found']}>
          <b>{countText(imported, 'row')}</b> {state.isCheck ? 'can be' : imported === 1 ? 'was' : 'were'} imported.
        </span>
        {rejected > 0 &&
          ` ${countText(rejected, 'bad row')} ${state.isCheck ? 'would be' : rejected === 1 ? 'was' : 'were'} left out.`}
      </Note>
      <BadRows rows={errors} total={rejected} />
    </>
  );
}
