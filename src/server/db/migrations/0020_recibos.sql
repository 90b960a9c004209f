-- One table of receipts: those of what was created move from "write_receipt" into "operacion", where they belong to no booklet and never
-- grow old.
ALTER TABLE "operacion" ALTER COLUMN "persona" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "operacion" ALTER COLUMN "recibida" DROP NOT NULL;--> statement-breakpoint
-- Servers of the version before go on writing there. What an id stands for in "operacion" is taken for them, too; of an operation that
-- creates a record under its own id there is one receipt. What they erase is erased there.
CREATE FUNCTION "write_receipt_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		UPDATE "operacion" SET "huella" = '' WHERE "_id" = NEW."_id" AND NEW."content_hash" = '';
		RETURN NEW;
	END IF;
	INSERT INTO "operacion" ("_id", "usuario", "huella", "version", "recibida")
		VALUES (NEW."_id", NEW."user_id", NEW."kind" || ':' || NEW."content_hash", 1, NULL)
		ON CONFLICT ("_id") DO UPDATE SET "recibida" = NULL WHERE "operacion"."recibida" IS NOT NULL;
	IF FOUND THEN RETURN NEW; END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "write_receipt_moves" BEFORE INSERT OR UPDATE OF "content_hash" ON "write_receipt" FOR EACH ROW EXECUTE FUNCTION "write_receipt_moves"();--> statement-breakpoint
INSERT INTO "operacion" ("_id", "usuario", "huella", "version", "recibida")
	SELECT "_id", "user_id", CASE "content_hash" WHEN '' THEN '' ELSE "kind" || ':' || "content_hash" END, 1, NULL FROM "write_receipt"
	ON CONFLICT ("_id") DO UPDATE SET "recibida" = NULL WHERE "operacion"."recibida" IS NOT NULL;
