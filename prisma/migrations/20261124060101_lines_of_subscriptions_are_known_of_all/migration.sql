-- When a line joined was not kept before: its last event that says so is the best there is, else its creation.
INSERT INTO "subscription_line" (subscription_id, line_id, broker_id, joined_at)
SELECT l.subscription_id, l.id, l.broker_id,
  coalesce(
    (SELECT max(e.at) FROM "event" e WHERE e.resource_id = l.id AND e.type = 'line.changed' AND e.details -> 'changed' ? 'subscriptionId'),
    l.created_at
  )
FROM "line" l
WHERE l.subscription_id IS NOT NULL
ON CONFLICT (line_id) WHERE left_at IS NULL DO NOTHING;
