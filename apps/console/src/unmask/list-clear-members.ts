/** What is never personal, and would only hide what somebody looks for. */
const left =
  /(?:^|\.)(?:id|status|createdAt|updatedAt|activatedAt|terminatedAt|startedAt|finishedAt|failedAt|\w+Id|attempt|actionCode|orderTypeStepCode|type)$/;

/** The members of a record with a text or a number, by their paths. Ids, statuses and times are left out: they are not masked. */
export function listClearMembers(
  record: Readonly<Record<string, unknown>>,
  path = '',
): readonly (readonly [string, string])[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const own = path === '' ? name : `${path}.${name}`;
    if (value !== null && typeof value === 'object')
      return listClearMembers(value as Readonly<Record<string, unknown>>, own);
    if (value === null || value === '' || left.test(own.replace('iccId', 'iccid'))) return [];
    return [[own, String(value)] as const];
  });
}
