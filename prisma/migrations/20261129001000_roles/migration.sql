-- squawk-ignore-file require-concurrent-index-creation, constraint-missing-not-valid, adding-foreign-key-constraint
-- Roles that administrators make: sets of the scopes that keys have. There are hundreds of people, so no lock of their
-- table is long.
CREATE TABLE "operator_role" (
    "id" UUID NOT NULL,
    "broker_id" UUID,
    "name" TEXT NOT NULL,
    "scopes" TEXT[] NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "operator_role_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "role_has_scopes" CHECK (cardinality(scopes) > 0),
    -- This scope shows the records of every broker.
    CONSTRAINT "role_of_broker_stays_within" CHECK (broker_id IS NULL OR NOT 'operator' = ANY (scopes))
);
ALTER TABLE "operator_role" ADD CONSTRAINT "operator_role_broker_id_fkey" FOREIGN KEY ("broker_id")
    REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX "one_role_per_name" ON "operator_role" ("broker_id", lower("name")) NULLS NOT DISTINCT;

ALTER TABLE "operator" ADD COLUMN "role_id" UUID;
ALTER TABLE "operator" ADD CONSTRAINT "operator_role_id_fkey" FOREIGN KEY ("role_id")
    REFERENCES "operator_role" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "operator_role_id_idx" ON "operator" ("role_id");
ALTER TABLE "operator" DROP CONSTRAINT "operator_has_a_role";
ALTER TABLE "operator" ADD CONSTRAINT "operator_has_a_role" CHECK (
    role IN ('viewer', 'operator', 'administrator', 'care', 'billing', 'catalogue', 'stock', 'custom')
);
ALTER TABLE "operator" ADD CONSTRAINT "a_custom_role_is_named" CHECK ((role = 'custom') = (role_id IS NOT NULL));

-- A person has a role of the own broker, and one of the operator has a role of the operator: a foreign key does not
-- compare a broker that is null.
CREATE FUNCTION "reject_role_of_others"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM operator_role
        WHERE id = NEW.role_id AND broker_id IS NOT DISTINCT FROM NEW.broker_id
    ) THEN
        RAISE EXCEPTION 'role % does not belong to the broker of the person', NEW.role_id
          USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'operator_role_id_fkey', TABLE = 'operator';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER "operators_have_roles_of_their_broker" BEFORE INSERT OR UPDATE OF role_id ON "operator" FOR EACH ROW
  WHEN (NEW.role_id IS NOT NULL)
  EXECUTE FUNCTION "reject_role_of_others"();

-- A role never moves: its people would be of another broker.
CREATE FUNCTION "reject_move_of_role"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'role % belongs to its broker for good', OLD.id USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER "roles_stay_with_their_broker" BEFORE UPDATE OF broker_id ON "operator_role" FOR EACH ROW
  WHEN (OLD.broker_id IS DISTINCT FROM NEW.broker_id)
  EXECUTE FUNCTION "reject_move_of_role"();

-- With another role the person signs in again, as `another_role_ends_sessions` says of the roles of every installation.
CREATE TRIGGER "another_own_role_ends_sessions" AFTER UPDATE OF role_id ON "operator" FOR EACH ROW
  WHEN (OLD.role_id IS DISTINCT FROM NEW.role_id)
  EXECUTE FUNCTION "end_sessions_of_operator"();
