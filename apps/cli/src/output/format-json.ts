import { visibleJson } from '@linework/log/visible-text';

/** JSON whose text is safe for a terminal, names of members included. */
export const formatJson = (value: unknown, indent?: number): string =>
  visibleJson(JSON.stringify(value, undefined, indent) ?? 'null');
