/** The area code of a Brazilian number; empty for a number of another country. */
const areaCode = (number: string) => `CASE WHEN ${number} LIKE '+55%' THEN substr(${number}, 4, 2) ELSE '' END`;

/**
 * SQL for the lines before the instant `:until`, each with the status and the area code that it had then. A line that
 * has not changed since is read as it is. For any other line the first event and the number of that time are found by
 * an index, so the cost follows the lines that have changed since and not the events.
 */
export const linesAtEnd = `
    SELECT l.broker_id, l.status, ${areaCode('l.msisdn')} AS area_code
    FROM line l
    WHERE l.created_at < :until
      AND l.updated_at < :until
    UNION ALL
    SELECT l.broker_id, coalesce(moved.from_status, l.status),
      ${areaCode('coalesce(held.external_code, l.msisdn)')}
    FROM line l
    LEFT JOIN LATERAL (
      SELECT e.from_status
      FROM event e
      WHERE e.resource_id = l.id
        AND e.resource_type = 'line'
        AND e.at >= :until
        AND e.to_status IS NOT NULL
      ORDER BY e.seq
      LIMIT 1
    ) moved ON true
    LEFT JOIN LATERAL (
      SELECT r.external_code
      FROM allocation a
      JOIN resource r ON r.id = a.resource_id
      JOIN resource_type t ON t.id = r.type_id
      WHERE a.line_id = l.id
        AND a.held_from < :until
        AND a.held_to >= :until
        AND t.code = 'MSISDN'
      ORDER BY a.held_from DESC
      LIMIT 1
    ) held ON true
    WHERE l.created_at < :until
      AND l.updated_at >= :until`;
