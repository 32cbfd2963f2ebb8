-- The names become those of the field. No other program may run meanwhile: one of the release before finds neither columns nor functions.


ALTER TABLE "resource_type" RENAME CONSTRAINT "secret_attributes_are_known" TO "secret_attributes_is_not_null";
ALTER TABLE "resource_type" RENAME CONSTRAINT "ttl_is_no_less_than_0" TO "ttl_is_not_negative";
ALTER TABLE "pool" RENAME CONSTRAINT "threshold_is_no_less_than_0" TO "threshold_is_not_negative";
ALTER TABLE "pool" RENAME CONSTRAINT "ttl_is_no_less_than_0" TO "ttl_is_not_negative";
ALTER TABLE "resource" RENAME CONSTRAINT "ttl_is_no_less_than_0" TO "ttl_is_not_negative";
ALTER TABLE "reservation" RENAME CONSTRAINT "ttl_is_no_less_than_0" TO "ttl_is_not_negative";
ALTER TABLE "reservation" RENAME CONSTRAINT "keeps_something_and_no_more_than_asked" TO "reservation_is_not_empty";
ALTER TABLE "resource_state" RENAME CONSTRAINT "line_knows_what_suspends" TO "suspended_by_while_suspended_on_a_line";
ALTER TABLE "allocation" RENAME CONSTRAINT "held_forwards" TO "held_to_is_not_before_held_from";
ALTER TABLE "number_range" RENAME CONSTRAINT "codes_have_the_form_of_their_kind" TO "codes_match_their_kind";
ALTER TABLE "number_range" RENAME CONSTRAINT "ends_are_of_one_length_in_order" TO "codes_have_equal_length_and_are_in_order";

ALTER INDEX "kept_no_longer" RENAME TO "resource_by_reserved_until";
ALTER INDEX "quarantine_over" RENAME TO "resource_by_quarantine_end";
ALTER INDEX "resource_by_status_and_birth" RENAME TO "resource_by_status_and_created_at";
ALTER INDEX "resource_by_status_and_change" RENAME TO "resource_by_status_and_updated_at";
ALTER INDEX "resource_code_parts" RENAME TO "resource_external_code_trigrams";
ALTER INDEX "reservations_by_end" RENAME TO "reservations_by_expiry";
ALTER INDEX "reservations_of_all" RENAME TO "reservations_by_created_at";

ALTER FUNCTION begin_resources() RENAME TO create_resource_states;
ALTER FUNCTION count_resources_born() RENAME TO count_inserted_resources;
ALTER FUNCTION count_resources_gone() RENAME TO count_deleted_resources;
ALTER FUNCTION count_resources_moved() RENAME TO count_updated_resources;
ALTER FUNCTION keep_no_longer() RENAME TO clear_reserved_until;
ALTER FUNCTION keep_until_the_reservation_ends() RENAME TO set_reserved_until;
ALTER FUNCTION move_the_end_of_what_is_kept() RENAME TO copy_reservation_expiry;
ALTER FUNCTION refuse_another_imsi() RENAME TO refuse_imsi_change;
ALTER FUNCTION refuse_another_secret() RENAME TO refuse_secret_change;
ALTER FUNCTION refuse_to_become_another() RENAME TO refuse_identity_change;
ALTER FUNCTION write_the_imsi() RENAME TO set_imsi;

ALTER TRIGGER "reservation_birth" ON "reservation" RENAME TO "reservation_initial_status";
ALTER TRIGGER "resource_state_birth" ON "resource_state" RENAME TO "resource_state_initial_status";
ALTER TRIGGER "reservation_end_moves" ON "reservation" RENAME TO "reservation_expiry_changes";
ALTER TRIGGER "resource_begins" ON "resource" RENAME TO "resource_creates_state";
ALTER TRIGGER "resource_gets_no_secrets" ON "resource" RENAME TO "resource_update_has_no_secrets";
ALTER TRIGGER "resource_is_made_without_secrets" ON "resource" RENAME TO "resource_insert_has_no_secrets";
ALTER TRIGGER "resource_has_an_imsi" ON "resource" RENAME TO "resource_sets_imsi";
ALTER TRIGGER "resource_keeps_its_imsi" ON "resource" RENAME TO "resource_imsi_is_written_once";
ALTER TRIGGER "resource_stays_the_same" ON "resource" RENAME TO "resource_identity_is_immutable";
ALTER TRIGGER "resource_secret_stays" ON "resource_secret" RENAME TO "resource_secret_is_written_once";
ALTER TRIGGER "resource_state_counts_births" ON "resource_state" RENAME TO "resource_state_counts_inserts";
ALTER TRIGGER "resource_state_counts_ends" ON "resource_state" RENAME TO "resource_state_counts_deletes";
ALTER TRIGGER "resource_state_counts_moves" ON "resource_state" RENAME TO "resource_state_counts_updates";
ALTER TRIGGER "resource_state_is_kept" ON "resource_state" RENAME TO "resource_state_sets_reserved_until";
ALTER TRIGGER "resource_state_is_let_go" ON "resource_state" RENAME TO "resource_state_clears_reserved_until";
ALTER TRIGGER "resource_state_stays_the_same" ON "resource_state" RENAME TO "resource_state_identity_is_immutable";

CREATE OR REPLACE FUNCTION create_resource_states() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resource_state (resource_id, pool_id, broker_id, created_at, status, updated_at)
    SELECT id, pool_id, broker_id, created_at, 'available', created_at FROM new_rows ORDER BY created_at, id;
  INSERT INTO event (broker_id, type, resource_type, resource_id, to_status, key_id)
    SELECT broker_id, 'resource.made_available', 'resource', id, 'available', nullif(current_setting('linework.key_id', true), '')::uuid
    FROM new_rows ORDER BY created_at, id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION check_secret_attributes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT
    FROM new_rows r JOIN resource_type t ON t.id = r.type_id
    WHERE t.secrets_guarded AND cardinality(t.secret_attributes) > 0 AND r.attributes <> '{}'
      AND cardinality(secret_members(r.attributes, t.secret_attributes)) > 0
  ) THEN
    RAISE EXCEPTION 'attributes of a resource hold a secret' USING ERRCODE = 'check_violation', CONSTRAINT = 'no_secret_among_attributes';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_inserted_resources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pool_count (pool_id, status, delta) SELECT pool_id, status, count(*) FROM new_rows GROUP BY pool_id, status;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_deleted_resources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pool_count (pool_id, status, delta) SELECT pool_id, status, -count(*) FROM old_rows GROUP BY pool_id, status;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_updated_resources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pool_count (pool_id, status, delta)
    SELECT pool_id, status, sum(n) FROM (SELECT pool_id, status, -1 AS n FROM old_rows UNION ALL SELECT pool_id, status, 1 FROM new_rows) AS changes
    GROUP BY pool_id, status HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION refuse_identity_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % stays with its pool, type and broker', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'identity_is_immutable';
END $$;

-- The functions above read the rows of the statement under these names.
CREATE OR REPLACE TRIGGER resource_creates_state AFTER INSERT ON "resource" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION create_resource_states();
CREATE OR REPLACE TRIGGER resource_insert_has_no_secrets AFTER INSERT ON "resource" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION check_secret_attributes();
CREATE OR REPLACE TRIGGER resource_state_counts_inserts AFTER INSERT ON "resource_state" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_inserted_resources();
CREATE OR REPLACE TRIGGER resource_state_counts_deletes AFTER DELETE ON "resource_state" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_deleted_resources();
CREATE OR REPLACE TRIGGER resource_state_counts_updates AFTER UPDATE ON "resource_state" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_updated_resources();
