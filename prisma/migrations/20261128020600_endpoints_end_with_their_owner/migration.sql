-- An endpoint of before there was `key_id`: the person who made it or last chose its address owns it. Those of keys go on without an owner.
UPDATE "webhook_endpoint" w
SET key_id = chosen.key_id
FROM (
  SELECT DISTINCT ON (e.resource_id) e.resource_id, e.key_id
  FROM "event" e
  WHERE e.resource_type = 'webhook-endpoint'
    AND e.resource_id IN (SELECT id FROM "webhook_endpoint" WHERE key_id IS NULL)
    AND (e.type = 'webhook_endpoint.created' OR (e.type = 'webhook_endpoint.changed' AND e.details -> 'changed' ?| ARRAY['url', 'payload']))
  ORDER BY e.resource_id, e.seq DESC
) chosen
WHERE w.id = chosen.resource_id
  AND w.key_id IS NULL
  AND chosen.key_id IN (SELECT id FROM "operator");

-- A person reads masked, and so does what acts for the person. Somebody who is no administrator owns no endpoint: the next run of `maintain-webhooks`
-- disables it.
UPDATE "webhook_endpoint" SET scopes = ARRAY['events:read'] WHERE key_id IN (SELECT id FROM "operator");

-- Whoever owns an endpoint chooses who gets the events, for as long as it exists. Among people that is an administrator's matter.
CREATE FUNCTION "check_owner_of_webhook_endpoint"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person operator%ROWTYPE;
BEGIN
  SELECT * INTO person FROM operator WHERE id = NEW.key_id;
  IF NOT FOUND THEN
    RETURN NEW;
  END IF;
  IF person.role <> 'administrator' OR person.disabled_at IS NOT NULL THEN
    RAISE EXCEPTION 'a person who owns an endpoint is an enabled administrator'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'administrators_own_endpoints', TABLE = 'webhook_endpoint';
  END IF;
  IF NOT NEW.scopes <@ ARRAY['events:read'] THEN
    RAISE EXCEPTION 'an endpoint of a person gets masked events'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'endpoints_of_people_are_masked', TABLE = 'webhook_endpoint';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "owner_of_new_webhook_endpoint" BEFORE INSERT ON "webhook_endpoint" FOR EACH ROW
  WHEN (NEW.key_id IS NOT NULL)
  EXECUTE FUNCTION "check_owner_of_webhook_endpoint"();
CREATE TRIGGER "owner_of_webhook_endpoint" BEFORE UPDATE OF key_id, scopes ON "webhook_endpoint" FOR EACH ROW
  WHEN (NEW.key_id IS NOT NULL AND (NEW.key_id IS DISTINCT FROM OLD.key_id OR NEW.scopes IS DISTINCT FROM OLD.scopes))
  EXECUTE FUNCTION "check_owner_of_webhook_endpoint"();
