-- A person who works with the console.
CREATE TABLE "operator" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "openid_subject" TEXT,
    "role" TEXT NOT NULL,
    "password_hash" TEXT,
    "password_expires_at" TIMESTAMPTZ(3),
    "must_change_password" BOOLEAN NOT NULL DEFAULT false,
    "disabled_at" TIMESTAMPTZ(3),
    "last_signed_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operator_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "operator_email_key" ON "operator"("email");
CREATE UNIQUE INDEX "operator_openid_subject_key" ON "operator"("openid_subject");

-- A session of the console. The token is in the cookie only.
CREATE TABLE "operator_session" (
    "token_digest" BYTEA NOT NULL,
    "operator_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_session_pkey" PRIMARY KEY ("token_digest")
);

CREATE INDEX "operator_session_operator_id_idx" ON "operator_session"("operator_id");
CREATE INDEX "operator_session_expires_at_idx" ON "operator_session"("expires_at");
ALTER TABLE "operator_session" ADD CONSTRAINT "operator_session_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operator"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- How often a name or an address has tried to sign in, for all processes together. The subject is a digest, so that wrong names, which may be
-- passwords, are not stored.
CREATE TABLE "sign_in_attempt" (
    "subject" BYTEA NOT NULL,
    "count" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_attempt_pkey" PRIMARY KEY ("subject")
);

CREATE INDEX "sign_in_attempt_ends_at_idx" ON "sign_in_attempt"("ends_at");

-- From here on by hand: what Prisma's schema cannot say.

-- Nobody can sign in as "Ana" when there is an "ana".
CREATE UNIQUE INDEX "operator_name_key" ON "operator"(lower("name"));

ALTER TABLE "operator" ADD CONSTRAINT "operator_has_a_role" CHECK (role IN ('viewer', 'operator', 'administrator'));
ALTER TABLE "operator" ADD CONSTRAINT "operator_email_is_lower_case" CHECK (email = lower(email));
ALTER TABLE "operator" ADD CONSTRAINT "only_a_password_expires" CHECK (password_hash IS NOT NULL OR (password_expires_at IS NULL AND NOT must_change_password));
ALTER TABLE "operator_session" ADD CONSTRAINT "session_ends_after_its_start" CHECK (expires_at > created_at);
ALTER TABLE "sign_in_attempt" ADD CONSTRAINT "attempts_are_counted" CHECK (count > 0);

-- Somebody must be able to manage people. The lock makes two administrators who disable each other wait for one another; the second then sees
-- what the first has committed. It runs after the statement, so that a statement about several people is judged by its result.
CREATE FUNCTION "keep_an_administrator"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('linework.administrators'));
    IF NOT EXISTS (SELECT FROM operator WHERE role = 'administrator' AND disabled_at IS NULL) THEN
        RAISE EXCEPTION 'the last enabled administrator must stay' USING ERRCODE = 'check_violation', CONSTRAINT = 'one_administrator_stays', TABLE = 'operator';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER "an_administrator_stays_after_change" AFTER UPDATE OF role, disabled_at ON "operator" FOR EACH ROW
    WHEN (OLD.role = 'administrator' AND OLD.disabled_at IS NULL AND (NEW.role <> 'administrator' OR NEW.disabled_at IS NOT NULL))
    EXECUTE FUNCTION "keep_an_administrator"();

CREATE TRIGGER "an_administrator_stays_after_delete" AFTER DELETE ON "operator" FOR EACH ROW
    WHEN (OLD.role = 'administrator' AND OLD.disabled_at IS NULL)
    EXECUTE FUNCTION "keep_an_administrator"();

-- Who is disabled has no session, whoever disables: the row of the session is gone in the same transaction.
CREATE FUNCTION "end_sessions_of_disabled"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM operator_session WHERE operator_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER "disabled_operators_are_signed_out" AFTER UPDATE OF disabled_at ON "operator" FOR EACH ROW
    WHEN (OLD.disabled_at IS NULL AND NEW.disabled_at IS NOT NULL)
    EXECUTE FUNCTION "end_sessions_of_disabled"();
