import type { Line } from '@linework/sdk';
import { linework } from '../api/linework.ts';
import { readWithEtag } from '../api/read-with-etag.ts';
import { t } from '../language/translate.ts';
import { findHolder, isTaxId } from '../records/find-holder.ts';
import { DryRunResult, useDryRun } from '../records/order-preview.tsx';
import { Form, ReasonField, TextField } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import styles from './line.module.css';

const type = 'LINE_HOLDER_CHANGE';

interface HolderChangeFormProps {
  readonly line: Line;
  readonly onSent: (orderId: string) => void;
}

/** Gives the line to another holder of its broker. */
export function HolderChangeForm({ line: { id, updatedAt }, onSent }: HolderChangeFormProps) {
  const form = useForm({
    name: `line:${id}:holder-change`,
    initial: { taxId: '', reason: '' },
    required: ['taxId', 'reason'],
    pointers: { taxId: '/customerId', reason: 'reason' },
    record: { queryKey: ['line', id, 'version'], read: (signal) => readWithEtag(linework.lines.get(id, { signal })) },
    send: async ({ taxId, reason }, options) => {
      const { id: customerId } = await findHolder(taxId);
      const query = { reason: reason.trim() };
      return linework.lines.changeHolder(id, { customerId }, { ...options, query }).orderId();
    },
    onSent,
  });
  const { taxId } = form.values;
  const isComplete = isTaxId(taxId);
  const dryRun = useDryRun(
    [id, type, updatedAt, taxId],
    isComplete ? async () => ({ type, lineId: id, customerId: (await findHolder(taxId)).id }) : undefined,
  );
  return (
    <Form form={form} command={t('Change holder')} kind="danger" refusal={isComplete ? dryRun.query.error : null}>
      <p className={styles.muted}>
        {t(
          'The line goes to another holder with its number and its SIM, and leaves its subscription. Bills and usage ' +
            'until then stay with the holder of now.',
        )}
      </p>
      <TextField name="taxId" label={t('CPF or CNPJ of the new holder')} inputMode="numeric" maxLength={18} isFirst />
      <ReasonField hint={t('The events of the order and of the line keep it, with your name.')} isFirst={false} />
      <DryRunResult dryRun={dryRun} needs={t('Name the new holder to try it.')} />
    </Form>
  );
}
