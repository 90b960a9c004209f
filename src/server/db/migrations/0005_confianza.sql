CREATE TABLE "journal" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"about" uuid,
	"person" uuid,
	"before" jsonb,
	"after" jsonb,
	"kept" jsonb,
	"undoes" bigint,
	"salt" uuid DEFAULT gen_random_uuid(),
	"actor" uuid,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"request" uuid,
	"address" text,
	"device" text
);
--> statement-breakpoint
CREATE TABLE "journal_seal" (
	"position" bigint PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"content" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "journal_seal_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"renewed_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"address" text NOT NULL,
	"device" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "usuario" ADD COLUMN "password_from" text DEFAULT 'persona' NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_usuario__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_person" ON "journal" USING btree ("person","seq") WHERE "journal"."person" is not null;--> statement-breakpoint
CREATE INDEX "journal_actor" ON "journal" USING btree ("actor","seq");--> statement-breakpoint
CREATE INDEX "journal_at" ON "journal" USING brin ("at");--> statement-breakpoint
CREATE INDEX "journal_kind" ON "journal" USING btree ("kind","seq") WHERE "journal"."person" is null;--> statement-breakpoint
CREATE INDEX "journal_deleted" ON "journal" USING btree ("kind","seq") WHERE "journal"."action" = 'eliminar' and about = person;--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_ends" ON "session" USING btree ("ends_at");--> statement-breakpoint
CREATE FUNCTION "journal_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'journal' AND TG_OP = 'UPDATE' THEN
		IF OLD.person::text = current_setting('libreta.erasing', true)
			AND (NEW.before, NEW.after, NEW.kept, NEW.salt) IS NOT DISTINCT FROM (NULL::jsonb, NULL::jsonb, NULL::jsonb, NULL::uuid)
			AND (to_jsonb(NEW) - '{before,after,kept,salt}'::text[]) = (to_jsonb(OLD) - '{before,after,kept,salt}'::text[]) THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'The journal is only added to' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "journal_row_guard" BEFORE UPDATE OR DELETE ON "journal" FOR EACH ROW EXECUTE FUNCTION "journal_append_only"();--> statement-breakpoint
CREATE TRIGGER "journal_guard" BEFORE TRUNCATE ON "journal" FOR EACH STATEMENT EXECUTE FUNCTION "journal_append_only"();--> statement-breakpoint
CREATE TRIGGER "journal_seal_row_guard" BEFORE UPDATE OR DELETE ON "journal_seal" FOR EACH ROW EXECUTE FUNCTION "journal_append_only"();--> statement-breakpoint
CREATE TRIGGER "journal_seal_guard" BEFORE TRUNCATE ON "journal_seal" FOR EACH STATEMENT EXECUTE FUNCTION "journal_append_only"();--> statement-breakpoint
CREATE FUNCTION "journal_erase"("whose" uuid) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
	erased bigint;
BEGIN
	IF EXISTS (SELECT 1 FROM mujer WHERE _id = whose) OR EXISTS (SELECT 1 FROM nino WHERE _id = whose) THEN
		RAISE EXCEPTION 'Only who is not there any more is erased' USING ERRCODE = 'insufficient_privilege';
	END IF;
	PERFORM set_config('libreta.erasing', whose::text, true);
	UPDATE journal SET before = NULL, after = NULL, kept = NULL, salt = NULL
	WHERE person = whose AND action <> 'borrar' AND salt IS NOT NULL;
	GET DIAGNOSTICS erased = ROW_COUNT;
	PERFORM set_config('libreta.erasing', '', true);
	RETURN erased;
END $$;
