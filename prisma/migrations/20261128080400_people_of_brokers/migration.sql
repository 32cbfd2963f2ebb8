-- squawk-ignore-file require-concurrent-index-creation, constraint-missing-not-valid, adding-foreign-key-constraint
-- A person belongs to the operator, or to one broker and sees only its records. There are hundreds of people, so no
-- lock of this table is long.
ALTER TABLE "operator" ADD COLUMN "broker_id" UUID;
ALTER TABLE "operator" ADD CONSTRAINT "operator_broker_id_fkey" FOREIGN KEY ("broker_id")
    REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "operator_broker_id_idx" ON "operator" ("broker_id");

-- Roles that are sets of scopes: `packages/auth/src/roles.ts` has their scopes.
ALTER TABLE "operator" DROP CONSTRAINT "operator_has_a_role";
ALTER TABLE "operator" ADD CONSTRAINT "operator_has_a_role" CHECK (
    role IN ('viewer', 'operator', 'administrator', 'care', 'billing', 'catalogue', 'stock')
);

-- The operator keeps an enabled administrator, and so does each broker that has one: nobody could invite people any
-- more. The lock makes two administrators who disable each other wait for one another.
CREATE OR REPLACE FUNCTION "keep_an_administrator"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('linework.administrators'));
    IF NOT EXISTS (
        SELECT FROM operator
        WHERE role = 'administrator' AND disabled_at IS NULL AND broker_id IS NOT DISTINCT FROM OLD.broker_id
    ) THEN
        RAISE EXCEPTION 'the last enabled administrator must stay'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'one_administrator_stays', TABLE = 'operator';
    END IF;
    RETURN NULL;
END
$$;

-- A person never moves to another broker: sessions, batches and what the audit says of the person would move too.
CREATE FUNCTION "reject_move_of_operator"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'operator % belongs to its broker for good', OLD.id USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER "operators_stay_with_their_broker" BEFORE UPDATE OF broker_id ON "operator" FOR EACH ROW
  WHEN (OLD.broker_id IS DISTINCT FROM NEW.broker_id)
  EXECUTE FUNCTION "reject_move_of_operator"();
