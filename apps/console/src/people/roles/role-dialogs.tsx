import type { KeyScope, Operator, Role } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { linework } from '../../api/linework.ts';
import { hasScope, useSession } from '../../api/session.ts';
import { useBrokers } from '../../api/use-brokers.ts';
import { t } from '../../language/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import fieldStyles from '../../ui/field.module.css';
import { CurrentRecord } from '../../ui/form/current-record.tsx';
import styles from './roles.module.css';
import { scopeTexts } from './scope-texts.ts';

export type RoleAction = { readonly action: 'create' } | { readonly action: 'change' | 'delete'; readonly role: Role };

interface RoleDialogProps {
  readonly open: RoleAction | undefined;
  readonly onClose: () => void;
}

function titleOf(open: RoleAction | undefined): string {
  if (open === undefined) return '';
  if (open.action === 'create') return t('New role');
  const { name } = open.role;
  return open.action === 'change' ? t('Change {name}', { name }) : t('Delete {name}', { name });
}

export function RoleDialog({ open, onClose }: RoleDialogProps) {
  return (
    <Dialog open={open !== undefined} onClose={onClose} title={titleOf(open)}>
      {open?.action === 'create' && <CreateForm onClose={onClose} />}
      {open?.action === 'change' && <ChangeForm roleId={open.role.id} onClose={onClose} />}
      {open?.action === 'delete' && <DeleteForm role={open.role} onClose={onClose} />}
    </Dialog>
  );
}

/** What a form of a role sends; the list is read again, whatever the answer is. */
function useRoleChange<Given>(send: (given: Given) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ['roles'] }),
  });
}

function CreateForm({ onClose }: { readonly onClose: () => void }) {
  const isOfBroker = useSession().data?.operator.brokerId !== undefined;
  const brokers = useBrokers();
  const [brokerId, setBroker] = useState('');
  const [scopes, setScopes] = useState<ReadonlySet<KeyScope>>(new Set());
  const isForBroker = isOfBroker || brokerId !== '';
  // The scope of the operator, chosen before the broker, is not sent.
  const chosen = [...scopes].filter((scope) => !isForBroker || scope !== 'operator');
  const create = useRoleChange(
    async (name: string) => await linework.roles.create({ name, scopes: chosen, ...(brokerId !== '' && { brokerId }) }),
    onClose,
  );
  return (
    <DialogForm
      onSubmit={(data) => create.mutate(String(data.get('name')).trim())}
      error={create.error ?? brokers.error}
      command={t('Make the role')}
      disabled={chosen.length === 0 || create.isPending}
    >
      <NameField />
      {!isOfBroker && (
        <label className={fieldStyles['field']}>
          {t('For people of')}
          <select value={brokerId} onChange={(event) => setBroker(event.target.value)}>
            <option value="">{t('the operator')}</option>
            {brokers.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <ScopeChoice scopes={scopes} onChange={setScopes} isForBroker={isForBroker} />
    </DialogForm>
  );
}

function ChangeForm({ roleId, onClose }: { readonly roleId: string; readonly onClose: () => void }) {
  return (
    <CurrentRecord<Role>
      queryKey={['roles', roleId]}
      read={(signal) => linework.roles.get(roleId, { signal })}
      what={t('the role')}
    >
      {(role, etag) => <ChangeFields role={role} etag={etag} onClose={onClose} />}
    </CurrentRecord>
  );
}

interface ChangeFieldsProps {
  readonly role: Role;
  readonly etag: string;
  readonly onClose: () => void;
}

function ChangeFields({ role, etag, onClose }: ChangeFieldsProps) {
  const [scopes, setScopes] = useState<ReadonlySet<KeyScope>>(new Set(role.scopes));
  const change = useRoleChange(
    async (name: string) => await linework.roles.change(role.id, { name, scopes: [...scopes] }, { ifMatch: etag }),
    onClose,
  );
  return (
    <DialogForm
      onSubmit={(data) => change.mutate(String(data.get('name')).trim())}
      error={change.error}
      command={t('Save')}
      disabled={scopes.size === 0 || change.isPending}
    >
      <NameField name={role.name} />
      <PeopleOfRole role={role} />
      <ScopeChoice scopes={scopes} onChange={setScopes} isForBroker={role.brokerId !== undefined} />
    </DialogForm>
  );
}

/** Who has the role: a change is a change for each of them, at once. */
function PeopleOfRole({ role: { id, people } }: { readonly role: Role }) {
  const list = useQuery({
    queryKey: ['people', 'of-role', id],
    queryFn: async ({ signal }): Promise<readonly Operator[]> =>
      (await linework.operators.list({ roleId: id, limit: 20 }, { signal })).items,
    enabled: people > 0,
  });
  if (people === 0) return <p className={fieldStyles['hint']}>{t('Nobody has it.')}</p>;
  const shown = list.data?.map(({ name }) => name) ?? [];
  const more = people - shown.length;
  const first = shown.join(', ');
  const names = shown.length > 0 && more > 0 ? t('{first} and {more} more', { first, more }) : first;
  return (
    <p className={fieldStyles['hint']}>
      {t(
        'Changes what one person may do, with their next click: {names} | ' +
          'Changes what {count} people may do, with their next click: {names}',
        { count: people, names },
      )}
    </p>
  );
}

function NameField({ name }: { readonly name?: string }) {
  return (
    <label className={fieldStyles['field']}>
      {t('Name')}
      <input name="name" required maxLength={100} defaultValue={name} autoComplete="off" />
      <span className={fieldStyles['hint']}>{t('The list of people and the audit show it.')}</span>
    </label>
  );
}

interface ScopeChoiceProps {
  readonly scopes: ReadonlySet<KeyScope>;
  readonly onChange: (scopes: ReadonlySet<KeyScope>) => void;
  readonly isForBroker: boolean;
}

/** The scopes by their noun, with a sentence each. Nobody gives one that they lack. */
function ScopeChoice({ scopes, onChange, isForBroker }: ScopeChoiceProps) {
  const session = useSession().data;
  const mayGive = (scope: KeyScope) => hasScope(session, scope) && !(isForBroker && scope === 'operator');
  const toggle = (scope: KeyScope) => {
    const next = new Set(scopes);
    if (!next.delete(scope)) next.add(scope);
    onChange(next);
  };
  return (
    <>
      {scopeTexts.map(({ noun, scopes: members }) => {
        const shown = members.filter(([scope]) => mayGive(scope) || scopes.has(scope));
        if (shown.length === 0 || (isForBroker && shown.every(([scope]) => scope === 'operator'))) return null;
        return (
          <fieldset key={noun} className={styles['group']}>
            <legend>{noun}</legend>
            {shown.map(([scope, sentence]) => (
              <label key={scope} className={styles['scope']} title={scope}>
                <input
                  type="checkbox"
                  checked={scopes.has(scope)}
                  disabled={!mayGive(scope)}
                  onChange={() => toggle(scope)}
                />
                <span>{sentence}</span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </>
  );
}

function DeleteForm({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const remove = useRoleChange(async () => await linework.roles.delete(role.id), onClose);
  return (
    <DialogForm
      onSubmit={() => remove.mutate(undefined)}
      error={remove.error}
      command={t('Delete the role')}
      kind="danger"
      disabled={remove.isPending}
    >
      <p>{t('Nobody has {name}. The audit keeps what it was.', { name: role.name })}</p>
    </DialogForm>
  );
}
