import type { KeyScope, NewApiKey } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { useBrokers } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import fieldStyles from '../ui/field.module.css';
import { ShownOnce } from '../ui/shown-once.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { AddressesField, readAddresses } from './addresses.tsx';
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

const lifetimes = [
  [90, '90 days'],
  [365, t('a year')],
  [30, '30 days'],
  [0, t('until it is revoked')],
] as const;

function NewKeyForm({ onClose, brokerId: ownBroker = '' }: Omit<NewKeyDialogProps, 'open'>) {
  const client = useQueryClient();
  const brokers = useBrokers();
  const [brokerId, setBroker] = useState(ownBroker);
  const [scopes, setScopes] = useState<ReadonlySet<KeyScope>>(new Set(scopeSets[0].scopes));
  const [days, setDays] = useState<number>(lifetimes[0][0]);
  const create = useMutation({
    mutationFn: async (data: FormData): Promise<NewApiKey> =>
      await linework.apiKeys.create({
        name: String(data.get('name')).trim(),
        allowedAddresses: readAddresses(data),
        // Whoever sees every broker needs this scope, and nobody else may have it.
        scopes: brokerId === '' ? [...scopes, 'operator'] : [...scopes],
        ...(brokerId !== '' && { brokerId }),
        ...(days > 0 && { expiresAt: new Date(Date.now() + days * 86_400_000).toISOString() }),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
  if (create.data !== undefined) {
    return (
      <ShownOnce secret={create.data.key} what={t('the key')} onClose={onClose}>
        {t('The key {name}. It is shown only here; Linework keeps no copy.', { name: create.data.name })}
      </ShownOnce>
    );
  }
  return (
    <DialogForm
      onSubmit={create.mutate}
      error={create.error ?? brokers.error}
      command={t('Create the key')}
      disabled={scopes.size === 0 || create.isPending}
    >
      <label className={fieldStyles['field']}>
        {t('Name')}
        <input name="name" required maxLength={100} />
        <span className={fieldStyles['hint']}>{t('What uses it. Events and the audit show this name.')}</span>
      </label>
      {ownBroker === '' && (
        <label className={fieldStyles['field']}>
          {t('Sees the records of')}
          <select value={brokerId} onChange={(event) => setBroker(event.target.value)}>
            <option value="">{t('every broker: a key of the operators')}</option>
            {brokers.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <ScopeField scopes={scopes} onChange={setScopes} />
      <LifetimeField days={days} onChange={setDays} />
      <AddressesField />
    </DialogForm>
  );
}

function LifetimeField({ days, onChange }: { readonly days: number; readonly onChange: (days: number) => void }) {
  return (
    <label className={fieldStyles['field']}>
      {t('Works for')}
      <select value={days} onChange={(event) => onChange(Number(event.target.value))}>
        {lifetimes.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ScopeFieldProps {
  readonly scopes: ReadonlySet<KeyScope>;
  readonly onChange: (scopes: ReadonlySet<KeyScope>) => void;
}

/** The scopes as sets with a sentence each; every scope can be changed below. */
function ScopeField({ scopes, onChange }: ScopeFieldProps) {
  const isSame = (set: readonly KeyScope[]) => set.length === scopes.size && set.every((scope) => scopes.has(scope));
  const toggle = (scope: KeyScope) =>
    onChange(scopes.has(scope) ? without(scopes, scope) : new Set([...scopes, scope]));
  return (
    <fieldset className={styles['scopes']}>
      <legend>{t('May')}</legend>
      {scopeSets.map(({ name, sentence, scopes: set }) => (
        <label key={name} className={styles['set']}>
          <input type="radio" name="set" checked={isSame(set)} onChange={() => onChange(new Set(set))} />
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
    </fieldset>
  );
}

const without = (scopes: ReadonlySet<KeyScope>, left: KeyScope): ReadonlySet<KeyScope> =>
  new Set([...scopes].filter((scope) => scope !== left));
