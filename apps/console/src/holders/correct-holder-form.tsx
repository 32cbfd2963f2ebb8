import type { Holder } from '@linework/sdk';
import { linework } from '../api/linework.ts';
import { readWithEtag } from '../api/read-with-etag.ts';
import { t } from '../language/translate.ts';
import styles from '../records/records.module.css';
import { ChoiceField, Form, TextField } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';

interface CorrectHolderFormProps {
  readonly holderId: string;
  readonly onSent: () => void;
}

const hint = t('Left empty, the one that the holder has now. Otherwise a former one, written in full.');

/** What the route takes for one member: an empty wrong value is that of the holder. */
const correction = (right: string, wrong: string) => ({
  right: right.trim(),
  ...(wrong.trim() !== '' && { wrong: wrong.trim() }),
});

/** Corrects a name or a tax id that was never right, also in the past. */
export function CorrectHolderForm({ holderId, onSent }: CorrectHolderFormProps) {
  const form = useForm({
    name: `correct-holder:${holderId}`,
    initial: { what: 'name', name: '', wrongName: '', federalTaxId: '', wrongTaxId: '' },
    required: ['name', 'federalTaxId'],
    pointers: {
      name: '/name/right',
      wrongName: '/name/wrong',
      federalTaxId: '/federalTaxId/right',
      wrongTaxId: '/federalTaxId/wrong',
    },
    codes: { 'tax-id-taken': 'federalTaxId' },
    record: {
      queryKey: ['holder', holderId, 'version'],
      read: (signal) => readWithEtag(linework.holders.get(holderId, { signal })),
    },
    send: async ({ what, name, wrongName, federalTaxId, wrongTaxId }, options): Promise<Holder> =>
      await linework.holders.correct(
        holderId,
        what === 'name'
          ? { name: correction(name, wrongName) }
          : { federalTaxId: correction(federalTaxId, wrongTaxId) },
        options,
      ),
    onSent,
  });
  return (
    <Form form={form} command={t('Correct')} kind="danger">
      <p className={styles.muted}>
        {t(
          'A correction replaces a value that was never right, also in the past; a change keeps the old value for ' +
            'the past. The wrong value is erased.',
        )}
      </p>
      <ChoiceField
        name="what"
        label={t('What was never right')}
        options={[
          ['name', t('Name')],
          ['federalTaxId', t('CPF or CNPJ')],
        ]}
      />
      {form.values.what === 'name' ? (
        <>
          <TextField name="name" label={t('Right name')} maxLength={200} isFirst />
          <TextField name="wrongName" label={t('Wrong name')} hint={hint} maxLength={200} />
        </>
      ) : (
        <>
          <TextField name="federalTaxId" label={t('Right CPF or CNPJ')} maxLength={20} isFirst />
          <TextField name="wrongTaxId" label={t('Wrong CPF or CNPJ')} hint={hint} maxLength={20} />
        </>
      )}
    </Form>
  );
}
