-- squawk-ignore-file adding-not-nullable-field, constraint-missing-not-valid, renaming-column
-- squawk-ignore-file require-concurrent-index-creation
-- Brokers, holders and API keys. The old names are those of 1.0.0.

ALTER TABLE "api_key" RENAME COLUMN "lasts_until" TO "original_expires_at";
ALTER TABLE "api_key" ALTER COLUMN "scopes" SET NOT NULL;
ALTER TABLE "holder" RENAME CONSTRAINT "known_until_anonymised" TO "tax_id_until_anonymised";
ALTER TABLE "holder" RENAME CONSTRAINT "nameless_once_anonymised" TO "no_personal_data_once_anonymised";
ALTER INDEX "holder_name_parts" RENAME TO "holder_name_trigrams";
ALTER INDEX "holder_external_code_parts" RENAME TO "holder_external_code_trigrams";

-- Operators' keys manage every record, also keys, webhooks and the feed of events, which have scopes of their own now.
-- A broker's key gets them only from its owner: the feed and an endpoint tell of every kind of record.
UPDATE "api_key"
SET scopes = scopes
  || CASE WHEN 'keys:write' = ANY (scopes) THEN '{}' ELSE ARRAY['keys:read', 'keys:write'] END
  || CASE WHEN 'events:read' = ANY (scopes) THEN '{}' ELSE ARRAY['events:read'] END
  || CASE WHEN 'webhooks:read' = ANY (scopes) THEN '{}' ELSE ARRAY['webhooks:read', 'webhooks:write'] END
WHERE 'operator' = ANY (scopes);

ALTER TABLE "broker"
  ADD COLUMN "code" TEXT,
  ADD COLUMN "status" TEXT NOT NULL DEFAULT 'ACTIVE',
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD CONSTRAINT "broker_code_has_valid_format" CHECK (code ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$');
CREATE UNIQUE INDEX "broker_code_key" ON "broker" ("code");

-- Each event of a broker follows the one before it, also for brokers of 1.0.0.
INSERT INTO "event" (broker_id, type, resource_type, resource_id, to_status, at)
SELECT id, 'broker.created', 'broker', id, status, created_at
FROM "broker";

-- Printed by buildGuardTriggers.
CREATE FUNCTION broker_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'ACTIVE' THEN becomes IN ('SUSPENDED')
    WHEN 'SUSPENDED' THEN becomes IN ('ACTIVE')
    ELSE false END;
END $$;
CREATE TRIGGER broker_initial_status BEFORE INSERT ON "broker" FOR EACH ROW
  WHEN (NEW.status NOT IN ('ACTIVE'))
  EXECUTE FUNCTION refuse_move('broker');
CREATE TRIGGER broker_move BEFORE UPDATE OF status ON "broker" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT broker_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('broker');
