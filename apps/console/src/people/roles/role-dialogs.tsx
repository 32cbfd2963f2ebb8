import type { KeyScope, Operator, Role } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { linework } from '../../api/linework.ts';
import { readWithEtag } from '../../api/read-with-etag.ts';
import { hasScope, useSession } from '../../api/session.ts';
import { useBrokers } from '../../api/use-brokers.ts';
import { t } from '../../language/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import fieldStyles from '../../ui/field.module.css';
import { FieldNotes, Form, SelectField, TextField, useSetField } from '../../ui/form/form.tsx';
import { FieldFault, listWords } from '../../ui/form/form-values.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { SmallFailure } from '../../ui/state.tsx';
import styles from './roles.module.css';
import { scopeTexts } from './scope-texts.ts';

export type RoleAction = { readonly action: 'create' } | { readonly action: 'change' | 'delete'; readonly role: Role };

/** What an address opens; undefined as long as the role is not read. */
export function toAction(action: string | undefined, role: Role | undefined): RoleAction | undefined {
  if (action === 'create') return { action };
  return role && (action === 'change' || action === 'delete') ? { action, role } : undefined;
}

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
      {open?.action === 'change' && <ChangeForm role={open.role} onClose={onClose} />}
      {open?.action === 'delete' && <DeleteForm role={open.role} onClose={onClose} />}
    </Dialog>
  );
}

const empty = { name: '', brokerId: '', scopes: '' };
type RoleValues = typeof empty;

/** Which answers of the server are about which field. */
const places = {
  required: ['name', 'scopes'],
  codes: { 'role-name-taken': 'name', 'missing-scope': 'scopes' },
} as const;

function CreateForm({ onClose }: { readonly onClose: () => void }) {
  const isOfBroker = useSession().data?.operator.brokerId !== undefined;
  const brokers = useBrokers();
  const form = useForm({
    name: 'new-role',
    initial: empty,
    ...places,
    send: async ({ name, brokerId, scopes }, options): Promise<Role> => {
      // The scope of the operator, chosen before the broker, is not sent.
      const chosen = listWords<KeyScope>(scopes).filter(
        (scope) => !(isOfBroker || brokerId !== '') || scope !== 'operator',
      );
      if (chosen.length === 0) throw new FieldFault('scopes', t('This is missing.'));
      const given = { name: name.trim(), scopes: chosen, ...(brokerId !== '' && { brokerId }) };
      return await linework.roles.create(given, options);
    },
    onSent: onClose,
    readAgain: ['roles'],
  });
  return (
    <Form form={form} command={t('Make the role')}>
      <NameField />
      {!isOfBroker && (
        <SelectField
          name="brokerId"
          label={t('For people of')}
          none={t('the operator')}
          options={brokers.data?.map(({ id, name }) => [id, name] as const) ?? []}
        />
      )}
      {brokers.isError && <SmallFailure error={brokers.error} onRetry={brokers.refetch} />}
      <ScopeField isForBroker={isOfBroker || form.values.brokerId !== ''} />
    </Form>
  );
}

const valuesOfRole = ({ name, brokerId = '', scopes }: Role): RoleValues => ({
  name,
  brokerId,
  scopes: scopes.join(' '),
});

function ChangeForm({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const { id } = role;
  const form = useForm({
    name: `role:${id}`,
    initial: empty,
    ...places,
    record: {
      queryKey: ['roles', id, 'version'],
      read: (signal) => readWithEtag(linework.roles.get(id, { signal })),
      valuesOf: (record) => valuesOfRole(record as unknown as Role),
      sets: ['scopes'],
    },
    send: async ({ name, scopes }, options): Promise<Role> =>
      await linework.roles.change(id, { name: name.trim(), scopes: listWords<KeyScope>(scopes) }, options),
    onSent: onClose,
    readAgain: ['roles'],
  });
  return (
    <Form form={form} command={t('Save')}>
      <NameField />
      <PeopleOfRole role={role} />
      <ScopeField isForBroker={role.brokerId !== undefined} />
    </Form>
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

const NameField = () => (
  <TextField
    name="name"
    label={t('Name')}
    hint={t('The list of people and the audit show it.')}
    maxLength={100}
    isFirst
  />
);

/** The scopes by their noun, with a sentence each. Nobody gives one that they lack. */
function ScopeField({ isForBroker }: { readonly isForBroker: boolean }) {
  const session = useSession().data;
  const { field, words: scopes, toggle } = useSetField<KeyScope>('scopes');
  const mayGive = (scope: KeyScope) => hasScope(session, scope) && !(isForBroker && scope === 'operator');
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
                  name="scopes"
                  checked={scopes.has(scope)}
                  disabled={!mayGive(scope)}
                  aria-invalid={field.control['aria-invalid']}
                  aria-describedby={field.control['aria-describedby']}
                  onChange={() => toggle(scope)}
                />
                <span>{sentence}</span>
              </label>
            ))}
          </fieldset>
        );
      })}
      <FieldNotes field={field} />
    </>
  );
}

function DeleteForm({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => await linework.roles.delete(role.id),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: ['roles'] }),
  });
  return (
    <DialogForm
      onSubmit={() => remove.mutate()}
      error={remove.error}
      command={t('Delete the role')}
      kind="danger"
      disabled={remove.isPending}
    >
      <p>{t('Nobody has {name}. The audit keeps what it was.', { name: role.name })}</p>
    </DialogForm>
  );
}
