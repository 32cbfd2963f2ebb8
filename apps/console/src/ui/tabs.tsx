import styles from './tabs.module.css';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly (readonly [value: string, name: string])[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A choice of one view of a list. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <fieldset className={styles.tabs} aria-label={label}>
      {tabs.map(([one, name]) => (
        <button
          key={one}
          type="button"
          className={styles.tab}
          aria-pressed={one === value}
          onClick={() => onChange(one)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
