CREATE TABLE "form_time" (
	"tipo" text NOT NULL,
	"mes" text NOT NULL,
	"clase" smallint NOT NULL,
	"registros" bigint NOT NULL,
	CONSTRAINT "form_time_mes_tipo_clase_pk" PRIMARY KEY("mes","tipo","clase")
);
--> statement-breakpoint
CREATE TABLE "person_search" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"tipo" text NOT NULL,
	"custodio" uuid NOT NULL,
	"fecha_registro" timestamp (3) with time zone NOT NULL,
	"orden" bigint NOT NULL,
	"words" text NOT NULL,
	"keys" text[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX "person_search_newest" ON "person_search" USING btree ("fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "person_search_custodian" ON "person_search" USING btree ("custodio","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "person_search_words" ON "person_search" USING gin ("words" gin_trgm_ops,"keys");--> statement-breakpoint
CREATE FUNCTION "document_key"("document" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT lower(regexp_replace("document", '[^A-Za-z0-9]', '', 'g') COLLATE "C")
$$;--> statement-breakpoint
CREATE FUNCTION "phone_key"("phone" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT ltrim(CASE
		WHEN "phone" ~ '^ *(\+|00)' THEN regexp_replace(regexp_replace("phone", '[^0-9]', '', 'g'), '^(00)?593', '')
		ELSE regexp_replace(regexp_replace("phone", '[^0-9]', '', 'g'), '^593(0?[0-9]{8,9})$', '\1')
	END, '0')
$$;--> statement-breakpoint
CREATE FUNCTION "person_words"("busqueda" text, "cedulamadre" text, "celular" text, "telfdomicilio" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT concat_ws(' ', '', nullif("busqueda", ''), nullif(document_key("cedulamadre"), ''),
		'#' || nullif(phone_key("celular"), ''), '#' || nullif(phone_key("telfdomicilio"), ''), '')
$$;--> statement-breakpoint
CREATE FUNCTION "person_keys"("cedula" text, "hcu" text, "celular" text, "telfdomicilio" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT array_remove(ARRAY[nullif(document_key("cedula"), ''), nullif(document_key("hcu"), ''),
		'#' || nullif(phone_key("celular"), ''), '#' || nullif(phone_key("telfdomicilio"), '')], NULL)
$$;--> statement-breakpoint
CREATE FUNCTION "search_row"("child" "nino") RETURNS "person_search" LANGUAGE sql STABLE AS $$
	SELECT ROW("child"._id, 'nino', coalesce("child".custodio, "child".created_by), "child".fecha_registro, "child".orden,
		person_words("child".busqueda, "child".cedulamadre, "child".celular, "child".telfdomicilio),
		person_keys("child".cedula, "child".hcu, "child".celular, "child".telfdomicilio))::person_search
$$;--> statement-breakpoint
CREATE FUNCTION "search_row"("woman" "mujer") RETURNS "person_search" LANGUAGE sql STABLE AS $$
	SELECT ROW("woman"._id, 'mujer', coalesce("woman".custodio, "woman".created_by), "woman".fecha_registro, "woman".orden,
		person_words("woman".busqueda, NULL, "woman".celular, "woman".telfdomicilio),
		person_keys("woman".cedula, "woman".hcu, "woman".celular, "woman".telfdomicilio))::person_search
$$;--> statement-breakpoint
-- As the owner: an older server beside, whose role has no right to this table yet, goes on saving people.
CREATE FUNCTION "person_search_changed"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO person_search SELECT changed.* FROM search_row(NEW) AS changed
		ON CONFLICT (_id) DO UPDATE SET custodio = excluded.custodio, fecha_registro = excluded.fecha_registro,
			orden = excluded.orden, words = excluded.words, keys = excluded.keys;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "person_search_removed"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
	DELETE FROM person_search WHERE _id = OLD._id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "nino_search_created" AFTER INSERT ON "nino" FOR EACH ROW EXECUTE FUNCTION "person_search_changed"();--> statement-breakpoint
-- The summary of a saved control changes none of these columns.
CREATE TRIGGER "nino_search_changed" AFTER UPDATE OF "busqueda", "cedula", "hcu", "cedulamadre", "celular", "telfdomicilio", "custodio", "fecha_registro" ON "nino" FOR EACH ROW EXECUTE FUNCTION "person_search_changed"();--> statement-breakpoint
CREATE TRIGGER "nino_search_removed" AFTER DELETE ON "nino" FOR EACH ROW EXECUTE FUNCTION "person_search_removed"();--> statement-breakpoint
CREATE TRIGGER "mujer_search_created" AFTER INSERT ON "mujer" FOR EACH ROW EXECUTE FUNCTION "person_search_changed"();--> statement-breakpoint
CREATE TRIGGER "mujer_search_changed" AFTER UPDATE OF "busqueda", "cedula", "hcu", "celular", "telfdomicilio", "custodio", "fecha_registro" ON "mujer" FOR EACH ROW EXECUTE FUNCTION "person_search_changed"();--> statement-breakpoint
CREATE TRIGGER "mujer_search_removed" AFTER DELETE ON "mujer" FOR EACH ROW EXECUTE FUNCTION "person_search_removed"();--> statement-breakpoint
CREATE FUNCTION "person_search_refill"() RETURNS void LANGUAGE sql AS $$
	INSERT INTO person_search
		SELECT filled.* FROM nino, search_row(nino) AS filled
		UNION ALL
		SELECT filled.* FROM mujer, search_row(mujer) AS filled
$$;--> statement-breakpoint
SELECT person_search_refill();
