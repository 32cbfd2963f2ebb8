-- The names and tax ids that a holder had before. An erasure of the holder erases them in the same statement.
CREATE TABLE "former_holder_detail" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "holder_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "federal_tax_id" TEXT,
    "held_to" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "former_holder_detail_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "former_holder_detail_holder_id_broker_id_fkey" FOREIGN KEY ("holder_id", "broker_id")
        REFERENCES "holder" ("id", "broker_id") ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX "former_holder_detail_holder_id_held_to_idx" ON "former_holder_detail" ("holder_id", "held_to");

CREATE FUNCTION record_former_holder_detail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.anonymised_at IS NOT NULL THEN
    DELETE FROM former_holder_detail WHERE holder_id = NEW.id;
  ELSE
    INSERT INTO former_holder_detail (holder_id, broker_id, name, federal_tax_id, held_to)
    VALUES (OLD.id, OLD.broker_id, OLD.name, OLD.federal_tax_id, now());
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER holder_changes_details AFTER UPDATE OF name, federal_tax_id, anonymised_at ON "holder" FOR EACH ROW
  WHEN ((OLD.name, OLD.federal_tax_id, OLD.anonymised_at)
    IS DISTINCT FROM (NEW.name, NEW.federal_tax_id, NEW.anonymised_at))
  EXECUTE FUNCTION record_former_holder_detail();
