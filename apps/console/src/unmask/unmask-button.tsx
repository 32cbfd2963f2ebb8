import { Eye } from 'lucide-react';
import { useState } from 'react';
import { mayAct, useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { useCommands } from '../ui/use-commands.ts';
import { UnmaskDialog, type UnmaskedKind } from './unmask-dialog.tsx';

/** Names and numbers are masked; this asks for those of one record in clear. */
export function UnmaskButton({ resource, id }: { readonly resource: UnmaskedKind; readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  const canAct = mayAct(useSession().data);
  useCommands(canAct ? [{ name: `Show this ${resource} in clear …`, icon: Eye, run: () => setOpen(true) }] : []);
  return (
    <>
      <Button
        disabled={!canAct}
        title={canAct ? undefined : 'A viewer reads masked records only.'}
        onClick={() => setOpen(true)}
      >
        <Eye size={14} aria-hidden /> Show in clear …
      </Button>
      <UnmaskDialog resource={resource} id={id} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
