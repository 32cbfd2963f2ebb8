/** The logged members of an error. PostgreSQL's `detail`, `where` and `parameters` are excluded, because they contain personal data. */
const loggedFields = [
  'code',
  'severity',
  'table',
  'column',
  'constraint',
  'status',
  'syscall',
  'address',
  'port',
] as const;
const causeDepthLimit = 5;

/** Converts an error to plain fields for the log: type, message, stack, the listed members and the cause. */
export function describeError(error: Error, depth = 0): Readonly<Record<string, unknown>> {
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(
      loggedFields.flatMap((field) => (field in error ? [[field, error[field as keyof Error]]] : [])),
    ),
    ...describeCauses(error, depth),
  };
}

function describeCauses(error: Error, depth: number): Readonly<Record<string, unknown>> {
  if (depth === causeDepthLimit) return {};
  const describe = (cause: unknown) => (cause instanceof Error ? describeError(cause, depth + 1) : String(cause));
  return {
    ...(error.cause === undefined ? {} : { cause: describe(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(describe) } : {}),
  };
}
