CREATE TABLE "libreta" (
	"persona" uuid PRIMARY KEY NOT NULL,
	"tipo" text NOT NULL,
	"custodio" uuid NOT NULL,
	"canton" text NOT NULL,
	"cambio" "xid8" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "libreta_salida" (
	"ambito" text NOT NULL,
	"persona" uuid NOT NULL,
	"cambio" "xid8" NOT NULL,
	"momento" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "libreta_salida_ambito_persona_pk" PRIMARY KEY("ambito","persona")
);
--> statement-breakpoint
CREATE TABLE "sync_epoca" (
	"epoca" uuid PRIMARY KEY NOT NULL,
	"sistema" text NOT NULL,
	"linea" text NOT NULL,
	"podado" "xid8" NOT NULL
);
--> statement-breakpoint
DROP INDEX "mujer_creador_orden";--> statement-breakpoint
DROP INDEX "nino_creador_orden";--> statement-breakpoint
DROP INDEX "nino_creador_visitas";--> statement-breakpoint
ALTER TABLE "mujer" ADD COLUMN "custodio" uuid;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "custodio" uuid;--> statement-breakpoint
CREATE INDEX "libreta_custodio" ON "libreta" USING btree ("custodio","cambio","persona");--> statement-breakpoint
CREATE INDEX "libreta_canton" ON "libreta" USING btree ("canton","cambio","persona");--> statement-breakpoint
CREATE INDEX "libreta_salida_ambito" ON "libreta_salida" USING btree ("ambito","cambio","persona");--> statement-breakpoint
CREATE INDEX "libreta_salida_momento" ON "libreta_salida" USING btree ("momento");--> statement-breakpoint
ALTER TABLE "mujer" ADD CONSTRAINT "mujer_custodio_usuario__id_fk" FOREIGN KEY ("custodio") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nino" ADD CONSTRAINT "nino_custodio_usuario__id_fk" FOREIGN KEY ("custodio") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mujer_custodio_orden" ON "mujer" USING btree (coalesce("custodio", "created_by"),"fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mujer_creador" ON "mujer" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "nino_custodio_orden" ON "nino" USING btree (coalesce("custodio", "created_by"),"fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "nino_creador" ON "nino" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "nino_custodio_visitas" ON "nino" USING btree (coalesce("custodio", "created_by"),"prioridad","visitar_desde");--> statement-breakpoint
CREATE FUNCTION "booklet_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	who uuid; place text;
	before_who uuid; before_place text;
BEGIN
	IF TG_OP <> 'INSERT' THEN
		before_who := coalesce(OLD.custodio, OLD.created_by);
		before_place := OLD.provincia || '/' || OLD.canton;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		who := coalesce(NEW.custodio, NEW.created_by);
		place := NEW.provincia || '/' || NEW.canton;
		-- Whoever changed it last may have begun later than this transaction: the number never falls.
		INSERT INTO libreta AS kept (persona, tipo, custodio, canton, cambio)
			VALUES (NEW._id, TG_TABLE_NAME, who, place, pg_current_xact_id())
			ON CONFLICT (persona) DO UPDATE SET custodio = excluded.custodio, canton = excluded.canton,
				cambio = greatest(kept.cambio, excluded.cambio);
	ELSE
		DELETE FROM libreta WHERE persona = OLD._id;
	END IF;
	IF TG_OP <> 'INSERT' AND (who, place) IS DISTINCT FROM (before_who, before_place) THEN
		INSERT INTO libreta_salida AS kept (ambito, persona, cambio)
			SELECT ambito, OLD._id, pg_current_xact_id()
			FROM (VALUES ('c:' || before_place, before_place IS DISTINCT FROM place), ('u:' || before_who, before_who IS DISTINCT FROM who)) AS scope(ambito, is_left)
			WHERE is_left
			ON CONFLICT (ambito, persona) DO UPDATE SET cambio = greatest(kept.cambio, excluded.cambio), momento = excluded.momento;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "nino_booklet" AFTER INSERT OR DELETE ON "nino" FOR EACH ROW EXECUTE FUNCTION "booklet_changed"();--> statement-breakpoint
CREATE TRIGGER "nino_booklet_changed" AFTER UPDATE ON "nino" FOR EACH ROW WHEN (current_setting('libreta.solo_cambia_el_dia', true) IS DISTINCT FROM 'si') EXECUTE FUNCTION "booklet_changed"();--> statement-breakpoint
CREATE TRIGGER "mujer_booklet" AFTER INSERT OR UPDATE OR DELETE ON "mujer" FOR EACH ROW EXECUTE FUNCTION "booklet_changed"();
