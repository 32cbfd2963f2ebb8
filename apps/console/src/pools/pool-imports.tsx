import type { PoolImport, UndoneImport } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { mayAdminister, useSession } from '../api/session.ts';
import { numberText, t } from '../language/translate.ts';
import styles from '../records/records.module.css';
import { ActorName } from '../ui/actor.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Section } from '../ui/page.tsx';
import { Note, SmallFailure } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { usePoolImports } from './use-pool.ts';

/** Who imported how much into a pool, what is left of it, and the way back. */
export function PoolImports({ poolId }: { readonly poolId: string }) {
  const canUndo = mayAdminister(useSession().data);
  const [undoing, setUndoing] = useState<PoolImport | undefined>();
  const { data, error, refetch } = usePoolImports(poolId);
  return (
    <Section title={t('Imports')}>
      {error !== null && data === undefined && <SmallFailure error={error} onRetry={refetch} />}
      {data?.items.length === 0 && <p className={styles.muted}>{t('Nothing was imported into this pool.')}</p>}
      {data !== undefined && data.items.length > 0 && (
        <Table label={t('Imports')} rows={data.items} keyOf={({ id }) => id} columns={columns(canUndo, setUndoing)} />
      )}
      {data !== undefined && data.meta.total > data.items.length && (
        <p className={styles.hint}>{t('The newest {count} are shown.', { count: data.items.length })}</p>
      )}
      <UndoDialog undoing={undoing} onClose={() => setUndoing(undefined)} />
    </Section>
  );
}

const leftOf = ({ importedCount, removedCount }: PoolImport): number => importedCount - removedCount;

const columns = (canUndo: boolean, onUndo: (undoing: PoolImport) => void): readonly TableColumn<PoolImport>[] => [
  { name: t('When'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: t('Who'), cell: ({ createdBy }) => (createdBy === undefined ? '–' : <ActorName actor={createdBy} />) },
  { name: t('Imported'), kind: 'number', isWide: true, cell: ({ importedCount }) => numberText(importedCount) },
  {
    name: t('Still there'),
    kind: 'number',
    cell: (own) => (leftOf(own) === 0 ? <span className={styles.muted}>{t('undone')}</span> : numberText(leftOf(own))),
  },
  {
    name: t('Action'),
    kind: 'action',
    cell: (own) => (
      <Button
        disabled={!canUndo || leftOf(own) === 0}
        title={canUndo ? undefined : t('Only an administrator can undo an import.')}
        onClick={() => onUndo(own)}
      >
        {t('Undo …')}
      </Button>
    ),
  },
];

interface UndoDialogProps {
  readonly undoing: PoolImport | undefined;
  readonly onClose: () => void;
}

function UndoDialog({ undoing, onClose }: UndoDialogProps) {
  return (
    <Dialog open={undoing !== undefined} onClose={onClose} title={t('Undo an import')}>
      {undoing !== undefined && <UndoForm undoing={undoing} />}
    </Dialog>
  );
}

/** Removes what an import has created, in as many requests as that takes. */
function UndoForm({ undoing }: { readonly undoing: PoolImport }) {
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: async () => {
      let removed = 0;
      for (;;) {
        const answer = await linework.request<UndoneImport>('POST', '/inventory/resources/undo-import', {
          body: { importId: undoing.id },
        });
        removed += answer.removed;
        if (answer.isDone) return { removed, left: answer.left };
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['pools'] }),
  });
  if (undo.isSuccess) {
    const { removed, left } = undo.data;
    return (
      <div role="status">
        <Note>
          {t('{count} resource was removed. | {count} resources were removed.', { count: removed })}
          {left > 0 && ` ${t('{count} stay: they are reserved, or were on a line.', { count: left })}`}
        </Note>
      </div>
    );
  }
  return (
    <DialogForm
      onSubmit={() => undo.mutate()}
      error={undo.error}
      command={
        undo.isPending
          ? t('Removing …')
          : t('Remove {count} resource | Remove {count} resources', { count: leftOf(undoing) })
      }
      kind="danger"
      disabled={undo.isPending}
    >
      <p className={styles.muted}>
        {t(
          'Removes the resources of this import with their codes and keys, so that they can be imported again. Those ' +
            'that are reserved, or were ever on a line, stay.',
        )}
      </p>
    </DialogForm>
  );
}
