import { type BuiltInRole, roles as builtIn } from '@linework/auth/roles';
import type { NewOperator, Operator, Role } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { readWithEtag } from '../api/read-with-etag.ts';
import { useSession } from '../api/session.ts';
import { useBrokers } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import fieldStyles from '../ui/field.module.css';
import { Form, SelectField, TextField, useFormValues } from '../ui/form/form.tsx';
import { FieldFault } from '../ui/form/form-values.ts';
import { useForm } from '../ui/form/use-form.ts';
import { ShownOnce } from '../ui/shown-once.tsx';
import { SmallFailure } from '../ui/state.tsx';
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
  | { readonly action: keyof typeof titles; readonly person: Operator };

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

/** What an address opens; undefined as long as the person is not read. */
export function toAction(action: string | undefined, person: Operator | undefined): PersonAction | undefined {
  if (action === 'create') return { action };
  const known = (Object.keys(titles) as (keyof typeof titles)[]).find((one) => one === action);
  return known && person && { action: known, person };
}

function titleOf(open: PersonAction | undefined): string {
  if (open === undefined) return '';
  return open.action === 'create' ? t('New person') : titles[open.action](open.person.name);
}

export function PersonDialog({ open, onClose }: PersonDialogProps) {
  return (
    <Dialog open={open !== undefined} onClose={onClose} title={titleOf(open)}>
      {open?.action === 'create' && <CreateForm onClose={onClose} />}
      {open?.action === 'change' && <ChangeForm person={open.person} onClose={onClose} />}
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

const empty = { name: '', role: 'operator', email: '', brokerId: '' };
type PersonValues = typeof empty;

/** Which answers of the server are about which field. */
const places = {
  required: ['name', 'role'],
  pointers: { role: '/roleId' },
  codes: { 'last-administrator': 'role', 'missing-scope': 'role' },
} as const;

const toRole = (value: string): RoleField => {
  const role = builtIn.find((one) => one === value);
  return role === undefined ? { roleId: value } : { role };
};

function CreateForm({ onClose }: { readonly onClose: () => void }) {
  const isOfBroker = useSession().data?.operator.brokerId !== undefined;
  const roles = useRoles();
  const [created, setCreated] = useState<NewOperator>();
  const form = useForm({
    name: 'new-person',
    initial: empty,
    ...places,
    send: async ({ name, role, email, brokerId }, options, { isRepeated }): Promise<NewOperator> => {
      // A role of another broker was chosen before the broker.
      const offered = rolesOffered(roles.data, isOfBroker ? undefined : brokerId);
      if (!isRepeated && !offered.some(([value]) => value === role))
        throw new FieldFault('role', t('This is missing.'));
      const given = { name: name.trim(), ...toRole(role), ...(email.trim() !== '' && { email: email.trim() }) };
      return await linework.operators.create({ ...given, ...(brokerId !== '' && { brokerId }) }, options);
    },
    // The first password is only in this page, and in no draft.
    onSent: setCreated,
    readAgain: ['people'],
  });
  if (created !== undefined) return <FirstPassword person={created} onClose={onClose} />;
  return (
    <Form form={form} command={t('Create the person')}>
      <Fields isOfBroker={isOfBroker} isNew />
    </Form>
  );
}

const choiceOfPerson = ({ role, roleId }: Operator): string => roleId ?? role;

const valuesOfPerson = (person: Operator): PersonValues => ({
  name: person.name,
  role: choiceOfPerson(person),
  email: person.email ?? '',
  brokerId: person.brokerId ?? '',
});

function ChangeForm({ person, onClose }: { readonly person: Operator; readonly onClose: () => void }) {
  const isOfBroker = useSession().data?.operator.brokerId !== undefined;
  const roles = useRoles();
  const { id } = person;
  const form = useForm({
    name: `person:${id}`,
    initial: empty,
    ...places,
    record: {
      queryKey: ['operators', id, 'version'],
      read: (signal) => readWithEtag(linework.operators.get(id, { signal })),
      valuesOf: (record) => valuesOfPerson(record as unknown as Operator),
      nameOf: (roleId) => roles.data?.find((role) => role.id === roleId)?.name,
    },
    send: async ({ name, role, email }, options, { record }): Promise<Operator> => {
      const before = valuesOfPerson(record as unknown as Operator);
      const change = {
        ...(name.trim() !== before.name && { name: name.trim() }),
        ...(role !== before.role && toRole(role)),
        ...(email.trim() !== before.email && { email: email.trim() === '' ? null : email.trim() }),
      };
      return await linework.operators.change(id, change, options);
    },
    onSent: onClose,
    readAgain: ['people'],
  });
  return (
    <Form form={form} command={t('Save')} disabled={roles.data === undefined}>
      <Fields isOfBroker={isOfBroker} held={choiceOfPerson(person)} />
      <p className={fieldStyles['hint']}>{t('With a new role {name} signs in again.', { name: person.name })}</p>
    </Form>
  );
}

/**
 * The roles of every installation and those of a broker, or of every broker that is read. What the person has is always
 * one of them.
 */
function rolesOffered(
  roles: readonly Role[] = [],
  brokerId?: string,
  held?: string,
): readonly (readonly [value: string, text: string])[] {
  const own = roles.filter((role) => brokerId === undefined || (role.brokerId ?? '') === brokerId);
  const offered = [
    ...builtIn.map((role) => [role, `${toPhrase(role)}: ${roleSentences[role]}`] as const),
    ...own.map(({ id, name }) => [id, name] as const),
  ];
  if (held === undefined || offered.some(([value]) => value === held)) return offered;
  return [...offered, [held, roles.find(({ id }) => id === held)?.name ?? t('The role of now')]];
}

interface FieldsProps {
  readonly isOfBroker: boolean;
  readonly isNew?: boolean;
  /** The role that the person has. */
  readonly held?: string | undefined;
}

function Fields({ isOfBroker, isNew = false, held }: FieldsProps) {
  const { data: brokers = [] } = useBrokers();
  const roles = useRoles();
  const { role, brokerId } = useFormValues();
  const offered = rolesOffered(roles.data, isOfBroker ? undefined : brokerId, held);
  // A role of another broker is not offered: another one is chosen, and none by itself.
  const isOffered = offered.some(([value]) => value === role);
  return (
    <>
      <TextField
        name="name"
        label={t('Name')}
        hint={t('To sign in with. Events and the audit show it.')}
        maxLength={100}
        isFirst
      />
      <SelectField name="role" label={t('Role')} options={offered} none={isOffered ? undefined : t('Choose a role')} />
      {roles.isError && <SmallFailure error={roles.error} onRetry={roles.refetch} />}
      {isNew && !isOfBroker && (
        <SelectField
          name="brokerId"
          label={t('Works for')}
          none={t('the operator: sees all brokers')}
          options={brokers.map(({ id, name }) => [id, t('{name}: sees only its records', { name })] as const)}
        />
      )}
      <TextField
        name="email"
        label={t('E-mail')}
        hint={t('Only for signing in through your identity provider.')}
        type="email"
        maxLength={200}
      />
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
