import { type BuiltInRole, roles as builtIn } from '@linework/auth/roles';
import type { NewOperator, Operator, Role } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { useSession } from '../api/session.ts';
import { useBrokers } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import fieldStyles from '../ui/field.module.css';
import { CurrentRecord } from '../ui/form/current-record.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { toPhrase } from '../ui/text/status-tone.ts';
import { useRoles } from './roles/use-roles.ts';

export const roleSentences: Readonly<Record<Operator['role'], string>> = {
  viewer: t('Sees everything and changes nothing.'),
  operator: t('Works on lines, orders, batches, pauses and webhooks.'),
  administrator: t('Does everything: people, keys, brokers, pools and settings.'),
  care: t('Cares for customers: lines, subscriptions, payments and ports of a holder.'),
  billing: t('Bills, payments, refunds and tax receipts.'),
  catalogue: t('Offers and prices.'),
  stock: t('Numbers and SIMs, and their imports.'),
  custom: t('A role that an administrator has made.'),
};

export type PersonAction =
  | { readonly action: 'create' }
  | { readonly action: 'change' | 'password' | 'sessions' | 'disable'; readonly person: Operator };

interface PersonDialogProps {
  readonly open: PersonAction | undefined;
  readonly onClose: () => void;
}

const titles = {
  change: (name: string) => t('Change {name}', { name }),
  password: (name: string) => t('New first password for {name}', { name }),
  sessions: (name: string) => t('End the sessions of {name}', { name }),
  disable: (name: string) => t('Disable {name}', { name }),
} as const;

function titleOf(open: PersonAction | undefined): string {
  if (open === undefined) return '';
  return open.action === 'create' ? t('New person') : titles[open.action](open.person.name);
}

export function PersonDialog({ open, onClose }: PersonDialogProps) {
  return (
    <Dialog open={open !== undefined} onClose={onClose} title={titleOf(open)}>
      {open?.action === 'create' && <CreateForm onClose={onClose} />}
      {open?.action === 'change' && <ChangeForm personId={open.person.id} onClose={onClose} />}
      {open?.action === 'password' && <PasswordForm person={open.person} onClose={onClose} />}
      {open?.action === 'sessions' && <SessionsForm person={open.person} onClose={onClose} />}
      {open?.action === 'disable' && <DisableForm person={open.person} onClose={onClose} />}
    </Dialog>
  );
}

/** What a form of a person sends; the list is read again, whatever the answer is. */
function usePeople<Given, Answer>(send: (given: Given) => Promise<Answer>, onDone: () => void = () => {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ['people'] }),
  });
}

/** A role of every installation by its name, or one that an administrator has made by its id. */
type RoleField = { readonly role: BuiltInRole } | { readonly roleId: string };

interface PersonFields {
  readonly name: string;
  readonly role: RoleField;
  readonly email: string;
  /** Empty for a person of the operator. */
  readonly brokerId: string;
}

function readRole(value: string): RoleField {
  const role = builtIn.find((one) => one === value);
  return role === undefined ? { roleId: value } : { role };
}

const readFields = (data: FormData): PersonFields => ({
  name: String(data.get('name')).trim(),
  role: readRole(String(data.get('role'))),
  email: String(data.get('email')).trim(),
  brokerId: String(data.get('brokerId') ?? ''),
});

function CreateForm({ onClose }: { readonly onClose: () => void }) {
  const create = usePeople(
    async ({ name, role, email, brokerId }: PersonFields): Promise<NewOperator> =>
      await linework.operators.create({
        name,
        ...role,
        ...(email !== '' && { email }),
        ...(brokerId !== '' && { brokerId }),
      }),
  );
  if (create.data !== undefined) return <FirstPassword person={create.data} onClose={onClose} />;
  return (
    <DialogForm
      onSubmit={(data) => create.mutate(readFields(data))}
      error={create.error}
      command={t('Create the person')}
      disabled={create.isPending}
    >
      <Fields />
    </DialogForm>
  );
}

function ChangeForm({ personId, onClose }: { readonly personId: string; readonly onClose: () => void }) {
  return (
    <CurrentRecord<Operator>
      queryKey={['operators', personId]}
      read={(signal) => linework.operators.get(personId, { signal })}
      what={t('the person')}
    >
      {(person, etag) => <ChangeFields person={person} etag={etag} onClose={onClose} />}
    </CurrentRecord>
  );
}

interface ChangeFieldsProps {
  readonly person: Operator;
  readonly etag: string;
  readonly onClose: () => void;
}

function ChangeFields({ person, etag, onClose }: ChangeFieldsProps) {
  const roles = useRoles();
  const change = usePeople(
    async ({ name, role, email }: PersonFields): Promise<Operator> =>
      await linework.operators.change(
        person.id,
        {
          ...(name !== person.name && { name }),
          ...(choiceOf(role) !== choiceOfPerson(person) && role),
          ...(email !== (person.email ?? '') && { email: email === '' ? null : email }),
        },
        { ifMatch: etag },
      ),
    onClose,
  );
  return (
    <DialogForm
      onSubmit={(data) => change.mutate(readFields(data))}
      error={change.error ?? roles.error}
      command={t('Save')}
      disabled={change.isPending || roles.data === undefined}
    >
      <Fields person={person} />
      <p className={fieldStyles['hint']}>{t('With a new role {name} signs in again.', { name: person.name })}</p>
    </DialogForm>
  );
}

/**
 * The roles of every installation and those of a broker, or of every broker that is read. What the person has is always
 * one of them.
 */
function rolesOffered(
  roles: readonly Role[] = [],
  brokerId?: string,
  person?: Operator,
): readonly (readonly [value: string, text: string])[] {
  const own = roles.filter((role) => brokerId === undefined || (role.brokerId ?? '') === brokerId);
  const offered = [
    ...builtIn.map((role) => [role, `${toPhrase(role)}: ${roleSentences[role]}`] as const),
    ...own.map(({ id, name }) => [id, name] as const),
  ];
  const held = person && choiceOfPerson(person);
  if (held === undefined || offered.some(([value]) => value === held)) return offered;
  return [...offered, [held, roles.find(({ id }) => id === held)?.name ?? t('The role of now')]];
}

const choiceOf = (role: RoleField): string => ('role' in role ? role.role : role.roleId);
const choiceOfPerson = ({ role, roleId }: Operator): string => roleId ?? role;

function Fields({ person }: { readonly person?: Operator | undefined }) {
  const isOfBroker = useSession().data?.operator.brokerId !== undefined;
  const { data: brokers } = useBrokers();
  const [brokerId, setBroker] = useState(person?.brokerId ?? '');
  const { data: roles } = useRoles();
  const [chosen, setChosen] = useState(person ? choiceOfPerson(person) : 'operator');
  const offered = rolesOffered(roles, isOfBroker ? undefined : brokerId, person);
  // A role of another broker is not offered: another one is chosen, and none by itself.
  const role = offered.some(([value]) => value === chosen) ? chosen : '';
  return (
    <>
      <label className={fieldStyles['field']}>
        {t('Name')}
        <input name="name" required maxLength={100} defaultValue={person?.name} autoComplete="off" />
        <span className={fieldStyles['hint']}>{t('To sign in with. Events and the audit show it.')}</span>
      </label>
      <label className={fieldStyles['field']}>
        {t('Role')}
        <select name="role" required value={role} onChange={(event) => setChosen(event.target.value)}>
          {role === '' && <option value="">{t('Choose a role')}</option>}
          {offered.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {person === undefined && !isOfBroker && (
        <label className={fieldStyles['field']}>
          {t('Works for')}
          <select name="brokerId" value={brokerId} onChange={(event) => setBroker(event.target.value)}>
            <option value="">{t('the operator: sees all brokers')}</option>
            {brokers?.map(({ id, name }) => (
              <option key={id} value={id}>
                {t('{name}: sees only its records', { name })}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className={fieldStyles['field']}>
        {t('E-mail')}
        <input name="email" type="email" maxLength={200} defaultValue={person?.email} autoComplete="off" />
        <span className={fieldStyles['hint']}>{t('Only for signing in through your identity provider.')}</span>
      </label>
    </>
  );
}

function PasswordForm({ person, onClose }: { readonly person: Operator; readonly onClose: () => void }) {
  const reset = usePeople(async (): Promise<NewOperator> => await linework.operators.resetPassword(person.id));
  if (reset.data !== undefined) return <FirstPassword person={reset.data} onClose={onClose} />;
  return (
    <DialogForm
      onSubmit={() => reset.mutate(undefined)}
      error={reset.error}
      command={t('Give a first password')}
      kind="danger"
      disabled={reset.isPending}
    >
      <p>
        {t('Every session of {name} ends at once. The password of now does not work any more.', { name: person.name })}
      </p>
    </DialogForm>
  );
}

function FirstPassword({ person, onClose }: { readonly person: NewOperator; readonly onClose: () => void }) {
  return (
    <ShownOnce secret={person.password} what={t('the password')} onClose={onClose}>
      {t(
        'Give this first password to {name}. It works for three days, and only to choose another ' +
          'one. It is shown only here.',
        { name: person.name },
      )}
    </ShownOnce>
  );
}

function SessionsForm({ person, onClose }: { readonly person: Operator; readonly onClose: () => void }) {
  const end = usePeople(async (): Promise<Operator> => await linework.operators.endSessions(person.id), onClose);
  return (
    <DialogForm
      onSubmit={() => end.mutate(undefined)}
      error={end.error}
      command={t('End the sessions')}
      kind="danger"
      disabled={end.isPending}
    >
      <p>
        {t('{name} is signed out everywhere at once, and may sign in again with the same password.', {
          name: person.name,
        })}
      </p>
    </DialogForm>
  );
}

function DisableForm({ person, onClose }: { readonly person: Operator; readonly onClose: () => void }) {
  const disable = usePeople(async (): Promise<Operator> => await linework.operators.disable(person.id), onClose);
  return (
    <DialogForm
      onSubmit={() => disable.mutate(undefined)}
      error={disable.error}
      command={t('Disable')}
      kind="danger"
      disabled={disable.isPending}
    >
      <p>
        {t('Every session of {name} ends at once. Events and the audit keep the name. It can be undone.', {
          name: person.name,
        })}
      </p>
    </DialogForm>
  );
}
