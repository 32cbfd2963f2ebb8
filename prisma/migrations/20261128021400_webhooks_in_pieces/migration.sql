-- An earlier delivery of the record is open and the endpoint orders by record, so this one is not due.
ALTER TABLE "webhook_delivery" ADD COLUMN "has_predecessor" BOOLEAN NOT NULL DEFAULT false;

-- What a worker still does to the deliveries of the endpoint, and with `release` the time from which they are wanted.
ALTER TABLE "webhook_endpoint" ADD COLUMN "moving" TEXT;
ALTER TABLE "webhook_endpoint" ADD COLUMN "release_from" TIMESTAMPTZ(3);

-- The endpoints that the fan-out skipped because they were locked, with the last position that they have.
CREATE TABLE "webhook_lag" (
    "endpoint_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "webhook_lag_pkey" PRIMARY KEY ("endpoint_id")
);
ALTER TABLE "webhook_lag" ADD CONSTRAINT "webhook_lag_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on by hand. The table of endpoints is small, so that its rows are checked at once.
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "moves_of_endpoint" CHECK (
    moving IS NULL OR (moving = 'hold' AND status = 'disabled') OR (moving = 'release' AND status = 'enabled') OR (moving = 'end' AND status = 'deleted'));
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "releases_have_a_beginning" CHECK ((release_from IS NOT NULL) = (moving IS NOT DISTINCT FROM 'release'));

-- When a delivery has ended, the next one of its record is due. A disabled or deleted endpoint moves its deliveries without this.
CREATE FUNCTION release_next_webhook_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_delivery WHERE endpoint_id = NEW.endpoint_id AND resource_id = NEW.resource_id AND has_predecessor AND due_at IS NOT NULL) THEN
    UPDATE webhook_delivery
    SET has_predecessor = false
    WHERE endpoint_id = NEW.endpoint_id
      AND resource_id = NEW.resource_id
      AND has_predecessor
      AND due_at IS NOT NULL
      AND position = (
        SELECT min(position) FROM webhook_delivery WHERE endpoint_id = NEW.endpoint_id AND resource_id = NEW.resource_id AND due_at IS NOT NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_delivery_ended AFTER UPDATE OF due_at ON "webhook_delivery" FOR EACH ROW
  WHEN (OLD.due_at IS NOT NULL AND NEW.due_at IS NULL AND NEW.resource_id IS NOT NULL AND NEW.status IN ('delivered', 'failed')
    AND NEW.reason IS DISTINCT FROM 'endpoint-deleted')
  EXECUTE FUNCTION release_next_webhook_delivery();
