/** The filters of `GET /audit` that the address of the page may have. */
const auditFilters = ['keyId', 'actor', 'text', 'recordId', 'type', 'createdAtFrom', 'createdAtTo'] as const;

export type AuditSearch = { readonly [name in (typeof auditFilters)[number]]?: string | undefined };

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  return Object.fromEntries(
    auditFilters
      .filter((name) => typeof search[name] === 'string' && search[name] !== '')
      .map((name) => [name, search[name]]),
  );
}
