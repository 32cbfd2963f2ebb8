import styles from './table.module.css';

export interface TableColumn<Row> {
  readonly name: string;
  readonly kind?: 'number' | 'time' | 'action' | undefined;
  /** Is left out on a narrow screen. */
  readonly isWide?: boolean | undefined;
  readonly cell: (row: Row) => React.ReactNode;
}

interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** The first one names the row. */
  readonly columns: readonly TableColumn<Row>[];
  /**
   * Its columns have the same width: they stand below those of another table, and stay where they are when a cell is
   * read later than its row.
   */
  readonly isAligned?: boolean | undefined;
}

/** A table that is shown as a whole. */
export function Table<Row>({ label, rows, keyOf, columns, isAligned }: TableProps<Row>) {
  return (
    <table className={styles.table} aria-label={label} data-aligned={isAligned}>
      <thead>
        <tr>
          {columns.map(({ name, kind, isWide }) => (
            <th key={name} scope="col" data-kind={kind} data-wide={isWide}>
              {kind === 'action' ? <span className={styles.hidden}>{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, kind, isWide, cell }, index) => {
              const Cell = index === 0 ? 'th' : 'td';
              return (
                <Cell key={name} scope={index === 0 ? 'row' : undefined} data-kind={kind} data-wide={isWide}>
                  {cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
