SELECT s.id, s.broker_id, s.status
FROM subscription s
WHERE s.status IN ('ACTIVE', 'PAUSED')
  AND EXISTS (SELECT FROM line l WHERE l.subscription_id = s.id)
  AND NOT EXISTS (SELECT FROM line l WHERE l.subscription_id = s.id AND l.status <> 'TERMINATED')
ORDER BY s.id;
