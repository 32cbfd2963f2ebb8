import type { NewOperator, Operator } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import fieldStyles from '../ui/field.module.css';
import { ShownOnce } from '../ui/shown-once.tsx';

export const roleSentences: Readonly<Record<Operator['role'], string>> = {
  viewer: 'Sees everything and changes nothing.',
  operator: 'Works on lines, orders, batches, pauses and webhooks.',
  administrator: 'Does everything: people, keys, brokers, pools and settings.',
};

export type PersonAction =
  | { readonly action: 'create' }
  | { readonly action: 'change' | 'password' | 'sessions' | 'disable'; readonly person: Operator };

interface PersonDialogProps {
  readonly open: PersonAction | undefined;
  readonly onClose: () => void;
}

const titles = {
  create: 'New person',
  change: 'Change',
  password: 'New first password for',
  sessions: 'End the sessions of',
  disable: 'Disable',
} as const;

export function PersonDialog({ open, onClose }: PersonDialogProps) {
  const title = open === undefined ? '' : titles[open.action];
  return (
    <Dialog
      open={open !== undefined}
      onClose={onClose}
      title={open !== undefined && 'person' in open ? `${title} ${open.person.name}` : title}
    >
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

interface PersonFields {
  readonly name: string;
  readonly role: Operator['role'];
  readonly email: string;
}

const readFields = (data: FormData): PersonFields => ({
  name: String(data.get('name')).trim(),
  role: data.get('role') as Operator['role'],
  email: String(data.get('email')).trim(),
});

function CreateForm({ onClose }: { readonly onClose: () => void }) {
  const create = usePeople(
    async ({ email, ...person }: PersonFields): Promise<NewOperator> =>
      await linework.operators.create({ ...person, ...(email !== '' && { email }) }),
  );
  if (create.data !== undefined) return <FirstPassword person={create.data} onClose={onClose} />;
  return (
    <DialogForm
      onSubmit={(data) => create.mutate(readFields(data))}
      error={create.error}
      command="Create the person"
      disabled={create.isPending}
    >
      <Fields />
    </DialogForm>
  );
}

function ChangeForm({ person, onClose }: { readonly person: Operator; readonly onClose: () => void }) {
  const change = usePeople(
    async ({ name, role, email }: PersonFields): Promise<Operator> =>
      await linework.operators.change(person.id, {
        ...(name !== person.name && { name }),
        ...(role !== person.role && { role }),
        ...(email !== (person.email ?? '') && { email: email === '' ? null : email }),
      }),
    onClose,
  );
  return (
    <DialogForm
      onSubmit={(data) => change.mutate(readFields(data))}
      error={change.error}
      command="Save"
      disabled={change.isPending}
    >
      <Fields person={person} />
      <p className={fieldStyles['hint']}>With a new role {person.name} signs in again.</p>
    </DialogForm>
  );
}

function Fields({ person }: { readonly person?: Operator | undefined }) {
  return (
    <>
      <label className={fieldStyles['field']}>
        Name
        <input name="name" required maxLength={100} defaultValue={person?.name} autoComplete="off" />
        <span className={fieldStyles['hint']}>To sign in with. Events and the audit show it.</span>
      </label>
      <label className={fieldStyles['field']}>
        Role
        <select name="role" defaultValue={person?.role ?? 'operator'}>
          {Object.entries(roleSentences).map(([role, sentence]) => (
            <option key={role} value={role}>
              {role}: {sentence}
            </option>
          ))}
        </select>
      </label>
      <label className={fieldStyles['field']}>
        E-mail
        <input name="email" type="email" maxLength={200} defaultValue={person?.email} autoComplete="off" />
        <span className={fieldStyles['hint']}>Only for signing in through your identity provider.</span>
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
      command="Give a first password"
      kind="danger"
      disabled={reset.isPending}
    >
      <p>Every session of {person.name} ends at once. The password of now does not work any more.</p>
    </DialogForm>
  );
}

function FirstPassword({ person, onClose }: { readonly person: NewOperator; readonly onClose: () => void }) {
  return (
    <ShownOnce secret={person.password} what="the password" onClose={onClose}>
      Give this first password to {person.name}. It works for three days, and only to choose another one. It is shown
      only here.
    </ShownOnce>
  );
}

function SessionsForm({ person, onClose }: { readonly person: Operator; readonly onClose: () => void }) {
  const end = usePeople(async (): Promise<Operator> => await linework.operators.endSessions(person.id), onClose);
  return (
    <DialogForm
      onSubmit={() => end.mutate(undefined)}
      error={end.error}
      command="End the sessions"
      kind="danger"
      disabled={end.isPending}
    >
      <p>{person.name} is signed out everywhere at once, and may sign in again with the same password.</p>
    </DialogForm>
  );
}

function DisableForm({ person, onClose }: { readonly person: Operator; readonly onClose: () => void }) {
  const disable = usePeople(async (): Promise<Operator> => await linework.operators.disable(person.id), onClose);
  return (
    <DialogForm
      onSubmit={() => disable.mutate(undefined)}
      error={disable.error}
      command="Disable"
      kind="danger"
      disabled={disable.isPending}
    >
      <p>Every session of {person.name} ends at once. Events and the audit keep the name. It can be undone.</p>
    </DialogForm>
  );
}
