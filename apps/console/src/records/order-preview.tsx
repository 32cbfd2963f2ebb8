import type { OrderPreview, PreviewOrderBody } from '@linework/sdk';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { useIsUnsettled } from '../ui/form/form.tsx';
import { FieldFault } from '../ui/form/form-values.ts';
import { Note } from '../ui/state.tsx';
import { toPhrase } from '../ui/text/status-tone.ts';
import styles from './records.module.css';

export interface DryRun {
  readonly query: Pick<UseQueryResult<OrderPreview>, 'data' | 'error' | 'isFetching'>;
  /** The form has what the dry run needs. */
  readonly isComplete: boolean;
  /** The order would be placed now. */
  readonly isAllowed: boolean;
}

/**
 * The order that a request would place, or the problem it would get. Nothing is changed by it. `build` is undefined as
 * long as the form lacks something; `version` is what the answer depends on besides.
 */
export function useDryRun(
  key: readonly unknown[],
  build: (() => PreviewOrderBody | Promise<PreviewOrderBody>) | undefined,
): DryRun {
  const query = useQuery({
    queryKey: ['order-preview', ...key],
    queryFn: async ({ signal }): Promise<OrderPreview> => {
      const body = await build?.();
      if (body === undefined) throw new Error('There is nothing to try.');
      return await linework.orders.preview(body, { signal });
    },
    enabled: build !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  return { query, isComplete: build !== undefined, isAllowed: build !== undefined && query.isSuccess };
}

/** What the order would do, before anything is done. `needs` says what the form still lacks. */
export function DryRunResult({ dryRun, needs }: { readonly dryRun: DryRun; readonly needs?: string | undefined }) {
  const { query, isComplete } = dryRun;
  if (useIsUnsettled()) return null;
  if (!isComplete) return <Note>{needs ?? t('Nothing is tried yet.')}</Note>;
  // It stands beside its field.
  if (query.error instanceof FieldFault) return null;
  if (query.error !== null)
    return (
      <Note danger>
        <b>{t('Not possible now.')}</b> {describeError(query.error).detail}
      </Note>
    );
  if (query.data === undefined) return <Note>{t('Trying, without changing anything …')}</Note>;
  return (
    <div className={styles.dryRun} role="status">
      <b>{t('Dry run')}</b>
      <ol>
        {query.data.steps.map(({ orderTypeStepCode }) => (
          <li key={orderTypeStepCode}>{toPhrase(orderTypeStepCode.slice(orderTypeStepCode.indexOf('.') + 1))}</li>
        ))}
      </ol>
    </div>
  );
}
