import type { KeyScope, NewApiKey } from '@linework/sdk';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { useBrokers } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import fieldStyles from '../ui/field.module.css';
import { FieldNotes, Form, SelectField, TextField, useSetField } from '../ui/form/form.tsx';
import { listWords } from '../ui/form/form-values.ts';
import { useForm } from '../ui/form/use-form.ts';
import { ShownOnce } from '../ui/shown-once.tsx';
import { SmallFailure } from '../ui/state.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { AddressesField, addressPlaces, readAddresses } from './addresses.tsx';
import styles from './keys.module.css';
import { scopeGroups, scopeSets } from './scope-sets.ts';

interface NewKeyDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The broker whose page the dialog is on. */
  readonly brokerId?: string | undefined;
}

export function NewKeyDialog({ open, onClose, brokerId }: NewKeyDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t('New API key')}>
      {open && <NewKeyForm onClose={onClose} brokerId={brokerId} />}
    </Dialog>
  );
}

const dayMs = 86_400_000;

/** For how many days a key works. */
const lifetimes = [
  ['90', '90 days'],
  ['365', t('a year')],
  ['30', '30 days'],
  ['', t('until it is revoked')],
] as const;

function NewKeyForm({ onClose, brokerId: ownBroker = '' }: Omit<NewKeyDialogProps, 'open'>) {
  const brokers = useBrokers();
  const [created, setCreated] = useState<NewApiKey>();
  const form = useForm({
    name: `new-key:${ownBroker}`,
    initial: {
      name: '',
      brokerId: ownBroker,
      scopes: scopeSets[0].scopes.join(' '),
      days: lifetimes[0][0] as string,
      addresses: '',
    },
    required: ['name', 'scopes'],
    pointers: { ...addressPlaces.pointers, days: '/expiresAt' },
    codes: { ...addressPlaces.codes, 'key-has-more-scopes': 'scopes', 'key-lasts-longer': 'days' },
    send: async ({ name, brokerId, scopes, days, addresses }, options, { firstSentAt }): Promise<NewApiKey> => {
      const chosen = listWords<KeyScope>(scopes);
      return await linework.apiKeys.create(
        {
          name: name.trim(),
          allowedAddresses: readAddresses(addresses),
          // Whoever sees every broker needs this scope, and nobody else may have it.
          scopes: brokerId === '' ? [...chosen, 'operator'] : chosen,
          ...(brokerId !== '' && { brokerId }),
          ...(days !== '' && { expiresAt: new Date(firstSentAt + Number(days) * dayMs).toISOString() }),
        },
        options,
      );
    },
    // The key is only in this page, and in no draft.
    onSent: setCreated,
    readAgain: ['keys'],
  });
  if (created !== undefined) {
    return (
      <ShownOnce secret={created.key} what={t('the key')} onClose={onClose}>
        {t('The key {name}. It is shown only here; Linework keeps no copy.', { name: created.name })}
      </ShownOnce>
    );
  }
  return (
    <Form form={form} command={t('Create the key')}>
      <TextField
        name="name"
        label={t('Name')}
        hint={t('What uses it. Events and the audit show this name.')}
        maxLength={100}
        isFirst
      />
      {ownBroker === '' && (
        <SelectField
          name="brokerId"
          label={t('Sees the records of')}
          none={t('every broker: a key of the operators')}
          options={brokers.data?.map(({ id, name }) => [id, name] as const) ?? []}
        />
      )}
      {brokers.isError && <SmallFailure error={brokers.error} onRetry={brokers.refetch} />}
      <ScopeField />
      <SelectField name="days" label={t('Works for')} options={lifetimes} />
      <AddressesField />
    </Form>
  );
}

/** The scopes as sets with a sentence each; every scope can be changed below. */
function ScopeField() {
  const { field, words: scopes, toggle, choose } = useSetField<KeyScope>('scopes');
  const isSame = (set: readonly KeyScope[]) => set.length === scopes.size && set.every((scope) => scopes.has(scope));
  return (
    <fieldset className={styles['scopes']} aria-describedby={field.control['aria-describedby']}>
      <legend>{t('May')}</legend>
      {scopeSets.map(({ name, sentence, scopes: set }) => (
        <label key={name} className={styles['set']}>
          <input
            type="radio"
            name="set"
            checked={isSame(set)}
            aria-invalid={field.control['aria-invalid']}
            onChange={() => choose(set)}
          />
          <span>
            {name} <span className={fieldStyles['hint']}>{sentence}</span>
          </span>
        </label>
      ))}
      <details>
        <summary>{t('{count} scope, one by one | {count} scopes, one by one', { count: scopes.size })}</summary>
        {scopeGroups.map(([group, members]) => (
          <div key={group} className={styles['group']}>
            <span>{toWords(group)}</span>
            {members.map((scope) => (
              <label key={scope}>
                <input type="checkbox" checked={scopes.has(scope)} onChange={() => toggle(scope)} />{' '}
                {scope.slice(group.length + 1)}
              </label>
            ))}
          </div>
        ))}
      </details>
      <FieldNotes field={field} />
    </fieldset>
  );
}
