import { Eye } from 'lucide-react';
import { useState } from 'react';
import { mayUnmask, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import { Button } from '../ui/button.tsx';
import { useCommands } from '../ui/use-commands.ts';
import { UnmaskDialog, type UnmaskedKind, unmaskTitles } from './unmask-dialog.tsx';

/** Names and numbers are masked; this asks for those of one record in clear. */
export function UnmaskButton({ resource, id }: { readonly resource: UnmaskedKind; readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  const canAct = mayUnmask(useSession().data);
  useCommands(canAct ? [{ name: `${unmaskTitles[resource]} …`, icon: Eye, run: () => setOpen(true) }] : []);
  return (
    <>
      <Button
        disabled={!canAct}
        title={canAct ? undefined : t('Your role reads masked records only.')}
        onClick={() => setOpen(true)}
      >
        <Eye size={14} aria-hidden /> {t('Show in clear …')}
      </Button>
      <UnmaskDialog resource={resource} id={id} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
