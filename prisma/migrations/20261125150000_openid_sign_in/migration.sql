-- The provider that gave the subject: a subject of another provider is another person.
ALTER TABLE "operator" ADD COLUMN "openid_issuer" TEXT;

-- How the person proved who it is. A session through the provider needs no other password.
ALTER TABLE "operator_session" ADD COLUMN "way" TEXT NOT NULL DEFAULT 'password';

-- A sign-in through the provider that has begun. Only the browser with the token can end it, and only once, because the row is then deleted.
CREATE TABLE "openid_sign_in" (
    "token_digest" BYTEA NOT NULL,
    "state" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "code_verifier" TEXT NOT NULL,
    "return_to" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "openid_sign_in_pkey" PRIMARY KEY ("token_digest")
);

CREATE INDEX "openid_sign_in_expires_at_idx" ON "openid_sign_in"("expires_at");

-- From here on by hand: what Prisma's schema cannot say.

ALTER TABLE "operator" ADD CONSTRAINT "a_subject_has_an_issuer" CHECK ((openid_subject IS NULL) = (openid_issuer IS NULL)) NOT VALID;
ALTER TABLE "operator_session" ADD CONSTRAINT "a_session_has_a_way" CHECK (way IN ('password', 'openid')) NOT VALID;

-- A token that was stolen from a viewer must not become one of an administrator: with another role the person signs in again, with another token.
CREATE FUNCTION "end_sessions_of_operator"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM operator_session WHERE operator_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER "another_role_ends_sessions" AFTER UPDATE OF role ON "operator" FOR EACH ROW
    WHEN (OLD.role <> NEW.role)
    EXECUTE FUNCTION "end_sessions_of_operator"();
