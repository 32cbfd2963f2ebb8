/** The members that people look for first, in the order in which a table shows them. */
const first = [
  'id',
  'name',
  'title',
  'code',
  'type',
  'operation',
  'status',
  'outcome',
  'msisdn',
  'externalCode',
  'subject',
  'at',
  'time',
  'total',
];
/** The members that are shown last, because they are long or the same in every row. */
const last = ['createdAt', 'updatedAt', 'cancellationReason', 'brokerId', 'correlationId', 'metadata', 'cursor'];

/** The members of records in the order of a table: the most useful first, objects and arrays only if there is nothing else. */
export function orderColumns(records: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const simple = names.filter((name) =>
    records.some((record) => record[name] !== null && typeof record[name] !== 'object'),
  );
  return (simple.length === 0 ? names : simple).toSorted((one, other) => rank(one) - rank(other));
}

function rank(name: string): number {
  const at = first.indexOf(name);
  if (at !== -1) return at;
  const end = last.indexOf(name);
  return end === -1 ? first.length : first.length + 1 + end;
}
