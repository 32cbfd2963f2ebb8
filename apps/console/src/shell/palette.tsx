import { useNavigate } from '@tanstack/react-router';
import { CornerDownLeft, type LucideIcon, Search } from 'lucide-react';
import { Fragment, useEffect, useState } from 'react';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { listOfferedCommands } from '../ui/use-commands.ts';
import { arrangeCommands } from './arrange-commands.ts';
import { usePages } from './pages.ts';
import styles from './palette.module.css';

/** One box for everything: what can be done with the page, the other pages, and a search for what is typed. */
export function Palette({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Search and commands')} kind="palette">
      {open && <PaletteBody onClose={onClose} />}
    </Dialog>
  );
}

interface Entry {
  readonly group: string;
  readonly name: string;
  readonly icon: LucideIcon;
  readonly keys?: string;
  readonly run: () => unknown;
}

function useEntries(wanted: string): readonly Entry[] {
  const navigate = useNavigate();
  const pages = usePages();
  const commands: readonly Entry[] = [
    ...listOfferedCommands('page').map((command) => ({ group: t('This page'), ...command })),
    ...pages.map(({ name, icon, path, key }) => ({
      group: t('Go to'),
      name,
      icon,
      keys: `g ${key}`,
      run: () => navigate({ to: path }),
    })),
    ...listOfferedCommands('console').map((command) => ({ group: t('Console'), ...command })),
  ];
  return arrangeCommands(wanted, commands, {
    group: t('Search'),
    name: t('Search for “{wanted}”', { wanted }),
    icon: Search,
    run: () => navigate({ to: '/search', search: { q: wanted } }),
  });
}

function PaletteBody({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const entries = useEntries(text.trim());
  const chosen = Math.min(at, entries.length - 1);
  useEffect(() => void document.getElementById(`palette-${chosen}`)?.scrollIntoView({ block: 'nearest' }), [chosen]);
  const run = (index: number) => {
    onClose();
    void entries[index]?.run();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') run(chosen);
    else if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, entries.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        className={styles['input']}
        // biome-ignore lint/a11y/noAutofocus: whoever opens the box wants to type into it.
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-commands"
        aria-activedescendant={`palette-${chosen}`}
        aria-label={t('A command, an order, line, number, ICCID, IMSI, external code or correlation id')}
        placeholder={t('A command, or an order, line, number, ICCID, IMSI, external code, correlation id')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles['commands']} id="palette-commands" role="listbox" aria-label={t('Commands')}>
        {entries.map((entry, index) => (
          <Fragment key={`${entry.group} ${entry.name}`}>
            {entry.group !== entries[index - 1]?.group && (
              <div className={styles['group']} role="presentation">
                {entry.group}
              </div>
            )}
            <Command
              entry={entry}
              at={index}
              isChosen={index === chosen}
              onRun={() => run(index)}
              onChoose={() => setAt(index)}
            />
          </Fragment>
        ))}
      </div>
    </>
  );
}

interface CommandProps {
  readonly entry: Entry;
  readonly at: number;
  readonly isChosen: boolean;
  readonly onRun: () => void;
  readonly onChoose: () => void;
}

function Command({ entry: { name, icon: Icon, keys }, at, isChosen, onRun, onChoose }: CommandProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box.
    <div
      id={`palette-${at}`}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={styles['command']}
      onClick={onRun}
      onPointerMove={onChoose}
    >
      <Icon size={16} aria-hidden />
      <span>{name}</span>
      {isChosen ? <CornerDownLeft size={14} aria-hidden /> : keys && <kbd aria-hidden>{keys}</kbd>}
    </div>
  );
}
