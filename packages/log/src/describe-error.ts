/** What is told of an error. PostgreSQL's `detail`, `where` and `parameters` hold people's values, so they are not among it. */
const loggedFields = ['code', 'severity', 'table', 'column', 'constraint', 'status', 'syscall', 'address', 'port'] as const;
const causeDepthLimit = 5;

/** An error as plain fields for the log: its kind, message, stack, what `told` lists, and what caused it. */
export function describeError(error: Error, depth = 0): Readonly<Record<string, unknown>> {
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(loggedFields.flatMap((field) => (field in error ? [[field, error[field as keyof Error]]] : []))),
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
