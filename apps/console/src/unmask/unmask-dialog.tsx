import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { Button } from '../ui/button.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { ReasonField } from '../ui/reason-field.tsx';
import styles from './unmask.module.css';

/** What is never personal, and would only hide what somebody looks for. */
const left =
  /(?:^|\.)(?:id|status|createdAt|updatedAt|activatedAt|terminatedAt|startedAt|finishedAt|failedAt|\w+Id|attempt|actionCode|orderTypeStepCode|type)$/;

/**
 * The members of a record with a text or a number, by their paths. Ids, statuses and times are left out: they are not
 * masked.
 */
function listClearMembers(
  record: Readonly<Record<string, unknown>>,
  path = '',
): readonly (readonly [string, string])[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const own = path === '' ? name : `${path}.${name}`;
    if (value !== null && typeof value === 'object')
      return listClearMembers(value as Readonly<Record<string, unknown>>, own);
    if (value === null || value === '' || left.test(own.replace('iccId', 'iccid'))) return [];
    return [[own, String(value)] as const];
  });
}

export type UnmaskedKind = 'line' | 'order' | 'holder' | 'resource' | 'port-in' | 'port-out';

/** Whole sentences: another language has another word for `this` with each of them. */
export const unmaskTitles: Readonly<Record<UnmaskedKind, string>> = {
  line: t('Show this line in clear'),
  order: t('Show this order in clear'),
  holder: t('Show this holder in clear'),
  resource: t('Show this resource in clear'),
  'port-in': t('Show this port-in in clear'),
  'port-out': t('Show this port-out in clear'),
};

interface UnmaskDialogProps {
  readonly resource: UnmaskedKind;
  readonly id: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/**
 * Reads one record in clear. The audit keeps who read it, and why. Nothing of it stays on the page when the dialog is
 * closed.
 */
export function UnmaskDialog({ resource, id, open, onClose }: UnmaskDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={unmaskTitles[resource]}>
      {open && <UnmaskForm resource={resource} id={id} onClose={onClose} />}
    </Dialog>
  );
}

function UnmaskForm({ resource, id, onClose }: Omit<UnmaskDialogProps, 'open'>) {
  const [reason, setReason] = useState('');
  const unmask = useMutation({
    mutationFn: () =>
      linework.request<{ readonly record: Readonly<Record<string, unknown>> }>('POST', '/unmask', {
        body: { resource, id, reason: reason.trim() },
        isIdempotent: false,
        maxRetries: 0,
      }),
    gcTime: 0,
  });
  if (unmask.data !== undefined) {
    return (
      <>
        <dl className={styles['members']}>
          {listClearMembers(unmask.data.record).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={dialogStyles['actions']}>
          <Button onClick={onClose}>{t('Close')}</Button>
        </div>
      </>
    );
  }
  return (
    <DialogForm
      onSubmit={() => unmask.mutate()}
      error={unmask.error}
      command={t('Show in clear')}
      disabled={reason.trim().length < 3 || unmask.isPending}
    >
      <ReasonField
        value={reason}
        onChange={setReason}
        hint={t('The audit keeps that you read this record, and why.')}
      />
    </DialogForm>
  );
}
