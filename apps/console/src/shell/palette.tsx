import { useNavigate } from '@tanstack/react-router';
import { CornerDownLeft, Search } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { pages } from './pages.ts';
import styles from './palette.module.css';

/** One box for everything: what is typed is searched, and the pages are commands. */
export function Palette({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Search and commands" kind="palette">
      {open && <PaletteBody onClose={onClose} />}
    </Dialog>
  );
}

/** A search for what is typed, and the pages with that name. */
function useCommands(wanted: string) {
  const navigate = useNavigate();
  return [
    ...(wanted === ''
      ? []
      : [
          {
            name: `Search for “${wanted}”`,
            icon: Search,
            run: () => navigate({ to: '/search', search: { q: wanted } }),
          },
        ]),
    ...pages
      .filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
      .map(({ name, icon, path }) => ({ name, icon, run: () => navigate({ to: path }) })),
  ];
}

function PaletteBody({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const commands = useCommands(text.trim());
  const chosen = Math.min(at, commands.length - 1);
  const run = (index: number) => {
    onClose();
    void commands[index]?.run();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') run(chosen);
    else if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, commands.length - 1));
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
        aria-label="Order, line, number, ICCID, IMSI, external code or correlation id"
        placeholder="Order, line, number, ICCID, IMSI, external code, correlation id"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles['commands']} id="palette-commands" role="listbox" aria-label="Commands">
        {commands.map(({ name, icon: Icon }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box.
          <div
            key={name}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles['command']}
            onClick={() => run(index)}
            onPointerMove={() => setAt(index)}
          >
            <Icon size={16} aria-hidden />
            <span>{name}</span>
            {index === chosen && <CornerDownLeft size={14} aria-hidden />}
          </div>
        ))}
      </div>
    </>
  );
}
