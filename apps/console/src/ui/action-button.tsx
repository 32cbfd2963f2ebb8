import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form/form.tsx';
import type { Places } from './form/form-values.ts';
import { type FormOptions, useForm } from './form/use-form.ts';

interface ActionProps<Name extends string> extends Places {
  /** Names the action and its record: `invoice.approve.<id>`. */
  readonly draft: string;
  /** The command, as `Approve`. */
  readonly name: string;
  readonly kind?: ButtonProps['kind'];
  /** The fields, with what they have at first. */
  readonly initial?: Readonly<Record<Name, string>> | undefined;
  readonly required?: readonly NoInfer<Name>[] | undefined;
  readonly record?: FormOptions<Name, unknown>['record'];
  readonly isFixed?: FormOptions<Name, unknown>['isFixed'];
  readonly send: FormOptions<Name, unknown>['send'];
  /** The first parts of the keys of the queries that it changes. */
  readonly changes: readonly string[];
  /** What it will do, and what is typed for it. */
  readonly children: React.ReactNode;
}

interface ActionButtonProps<Name extends string> extends ActionProps<Name> {
  /** The title of its dialog. */
  readonly title: string;
  readonly disabled: boolean;
}

/** A button that says in a dialog what it will do, and does it once. */
export function ActionButton<Name extends string = never>({ title, disabled, ...action }: ActionButtonProps<Name>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button disabled={disabled} onClick={() => setOpen(true)}>
        {action.name} …
      </Button>
      <Dialog open={isOpen} onClose={close} title={title}>
        {isOpen && <ActionForm {...action} onDone={close} />}
      </Dialog>
    </>
  );
}

function ActionForm<Name extends string>({
  draft,
  name,
  kind,
  initial = {} as Readonly<Record<Name, string>>,
  send,
  changes,
  children,
  onDone,
  ...options
}: ActionProps<Name> & { readonly onDone: () => void }) {
  const client = useQueryClient();
  const form = useForm<Name, unknown>({
    ...options,
    name: draft,
    initial,
    send: async (...sent) => {
      try {
        return await send(...sent);
      } finally {
        // Also after a failure: the record may have another status than the page shows.
        void client.invalidateQueries({ predicate: ({ queryKey }) => changes.includes(String(queryKey[0])) });
      }
    },
    onSent: onDone,
  });
  return (
    <Form form={form} command={name} {...(kind !== undefined && { kind })}>
      {children}
    </Form>
  );
}
