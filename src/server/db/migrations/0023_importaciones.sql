CREATE TABLE "importacion_parte" (
	"importacion" uuid NOT NULL,
	"parte" integer NOT NULL,
	"contenido" "bytea" NOT NULL,
	CONSTRAINT "importacion_parte_importacion_parte_pk" PRIMARY KEY("importacion","parte")
);
--> statement-breakpoint
CREATE TABLE "importacion_fila" (
	"importacion" uuid NOT NULL,
	"fila" integer NOT NULL,
	"celdas" jsonb NOT NULL,
	"estado" text DEFAULT 'pendiente' NOT NULL,
	"vuelta" integer DEFAULT 0 NOT NULL,
	"clave" text,
	"huella" text,
	"detalle" jsonb,
	"decision" text,
	"elegida" uuid,
	"persona" uuid,
	"registro" uuid,
	"version" integer,
	"accion" text,
	"antes" jsonb,
	CONSTRAINT "importacion_fila_importacion_fila_pk" PRIMARY KEY("importacion","fila")
);
--> statement-breakpoint
CREATE TABLE "importacion" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"orden" bigint GENERATED ALWAYS AS IDENTITY (sequence name "importacion_orden_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tipo" text NOT NULL,
	"archivo" text NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"estado" text NOT NULL,
	"por" uuid NOT NULL,
	"creada" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"formato" text,
	"hoja" text,
	"avisos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fallo" text,
	"titulos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ejemplos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"distintos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"columnas" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"elegidas" boolean DEFAULT false NOT NULL,
	"responsable" uuid,
	"agregar" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"agregar_por" uuid,
	"ceros" boolean DEFAULT false NOT NULL,
	"filas" integer DEFAULT 0 NOT NULL,
	"por_hacer" integer DEFAULT 0 NOT NULL,
	"hechas" integer DEFAULT 0 NOT NULL,
	"vuelta" integer DEFAULT 1 NOT NULL,
	"resumen" jsonb,
	"creadas" integer DEFAULT 0 NOT NULL,
	"cambiadas" integer DEFAULT 0 NOT NULL,
	"escribe" uuid,
	"origen" jsonb,
	"escrita" timestamp (3) with time zone,
	"terminada" timestamp (3) with time zone,
	"pedida" timestamp (3) with time zone,
	"proceso" uuid,
	"tomada" timestamp (3) with time zone,
	"intentos" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "importacion_parte" ADD CONSTRAINT "importacion_parte_importacion_importacion__id_fk" FOREIGN KEY ("importacion") REFERENCES "public"."importacion"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "importacion_fila" ADD CONSTRAINT "importacion_fila_importacion_importacion__id_fk" FOREIGN KEY ("importacion") REFERENCES "public"."importacion"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "importacion" ADD CONSTRAINT "importacion_por_usuario__id_fk" FOREIGN KEY ("por") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "importacion" ADD CONSTRAINT "importacion_responsable_usuario__id_fk" FOREIGN KEY ("responsable") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "importacion" ADD CONSTRAINT "importacion_agregar_por_usuario__id_fk" FOREIGN KEY ("agregar_por") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "importacion" ADD CONSTRAINT "importacion_escribe_usuario__id_fk" FOREIGN KEY ("escribe") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "importacion_fila_estado" ON "importacion_fila" USING btree ("importacion","estado","persona","fila");--> statement-breakpoint
CREATE INDEX "importacion_fila_clave" ON "importacion_fila" USING btree ("importacion","clave");--> statement-breakpoint
CREATE INDEX "importacion_fila_vuelta" ON "importacion_fila" USING btree ("importacion","vuelta","fila");--> statement-breakpoint
CREATE INDEX "importacion_estado" ON "importacion" USING btree ("estado","orden");--> statement-breakpoint
CREATE INDEX "importacion_creada" ON "importacion" USING btree ("creada","orden");--> statement-breakpoint
-- Adds changes to the figures. A change that cancels out is left out.
CREATE FUNCTION "figure_add"("batch" figure_change[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	added integer;
BEGIN
	WITH changes AS MATERIALIZED (SELECT * FROM unnest(batch)),
		of_place AS (
			INSERT INTO figure_of_place AS kept (lugar, estado, ninos, masculino, femenino, con_control, con_vacunas, medidos, bajo2, bajo3, discrepancias, mujeres, controles, peso, vacunas)
			SELECT dentro, estado, sum(ninos), sum(masculino), sum(femenino), sum(con_control), sum(con_vacunas), sum(medidos), sum(bajo2), sum(bajo3), sum(discrepancias), sum(mujeres), sum(controles), sum(peso), sum(vacunas) FROM (
				SELECT lugar, estado, coalesce(sum(ninos), 0) AS ninos, coalesce(sum(masculino), 0) AS masculino, coalesce(sum(femenino), 0) AS femenino, coalesce(sum(con_control), 0) AS con_control, coalesce(sum(con_vacunas), 0) AS con_vacunas, coalesce(sum(medidos), 0) AS medidos, coalesce(sum(bajo2), 0) AS bajo2, coalesce(sum(bajo3), 0) AS bajo3, coalesce(sum(discrepancias), 0) AS discrepancias, coalesce(sum(mujeres), 0) AS mujeres, coalesce(sum(controles), 0) AS controles, coalesce(sum(peso), 0) AS peso, coalesce(sum(vacunas), 0) AS vacunas
				FROM changes GROUP BY lugar, estado
				HAVING sum(ninos) <> 0 OR sum(masculino) <> 0 OR sum(femenino) <> 0 OR sum(con_control) <> 0 OR sum(con_vacunas) <> 0 OR sum(medidos) <> 0 OR sum(bajo2) <> 0 OR sum(bajo3) <> 0 OR sum(discrepancias) <> 0 OR sum(mujeres) <> 0 OR sum(controles) <> 0 OR sum(peso) <> 0 OR sum(vacunas) <> 0
			) AS fine JOIN lugar_within USING (lugar) GROUP BY dentro, estado ORDER BY dentro, estado
			ON CONFLICT (lugar, estado) DO UPDATE SET ninos = kept.ninos + excluded.ninos, masculino = kept.masculino + excluded.masculino, femenino = kept.femenino + excluded.femenino, con_control = kept.con_control + excluded.con_control, con_vacunas = kept.con_vacunas + excluded.con_vacunas, medidos = kept.medidos + excluded.medidos, bajo2 = kept.bajo2 + excluded.bajo2, bajo3 = kept.bajo3 + excluded.bajo3, discrepancias = kept.discrepancias + excluded.discrepancias, mujeres = kept.mujeres + excluded.mujeres, controles = kept.controles + excluded.controles, peso = kept.peso + excluded.peso, vacunas = kept.vacunas + excluded.vacunas
		),
		of_month AS (
			INSERT INTO figure_of_month AS kept (lugar, mes, controles, ultimos, ultimos_medidos, ultimos_bajo2, ultimos_bajo3)
			SELECT dentro, mes, sum(controles), sum(ultimos), sum(ultimos_medidos), sum(ultimos_bajo2), sum(ultimos_bajo3) FROM (
				SELECT lugar, mes, coalesce(sum(controles), 0) AS controles, coalesce(sum(ultimos), 0) AS ultimos, coalesce(sum(ultimos_medidos), 0) AS ultimos_medidos, coalesce(sum(ultimos_bajo2), 0) AS ultimos_bajo2, coalesce(sum(ultimos_bajo3), 0) AS ultimos_bajo3
				FROM changes WHERE mes IS NOT NULL GROUP BY lugar, mes
				HAVING sum(controles) <> 0 OR sum(ultimos) <> 0 OR sum(ultimos_medidos) <> 0 OR sum(ultimos_bajo2) <> 0 OR sum(ultimos_bajo3) <> 0
			) AS fine JOIN lugar_within USING (lugar) GROUP BY dentro, mes ORDER BY dentro, mes
			ON CONFLICT (lugar, mes) DO UPDATE SET controles = kept.controles + excluded.controles, ultimos = kept.ultimos + excluded.ultimos, ultimos_medidos = kept.ultimos_medidos + excluded.ultimos_medidos, ultimos_bajo2 = kept.ultimos_bajo2 + excluded.ultimos_bajo2, ultimos_bajo3 = kept.ultimos_bajo3 + excluded.ultimos_bajo3
		),
		of_creator AS (
			INSERT INTO figure_of_creator AS kept (lugar, creador, ninos, mujeres)
			SELECT dentro, creador, sum(ninos), sum(mujeres) FROM (
				SELECT lugar, creador, coalesce(sum(ninos), 0) AS ninos, coalesce(sum(mujeres), 0) AS mujeres
				FROM changes WHERE creador IS NOT NULL GROUP BY lugar, creador
				HAVING sum(ninos) <> 0 OR sum(mujeres) <> 0
			) AS fine JOIN lugar_within USING (lugar) GROUP BY dentro, creador ORDER BY dentro, creador
			ON CONFLICT (lugar, creador) DO UPDATE SET ninos = kept.ninos + excluded.ninos, mujeres = kept.mujeres + excluded.mujeres
		),
		of_control_day AS (
			INSERT INTO figure_of_control_day AS kept (lugar, fecha, estado, ninos, discrepancias)
			SELECT dentro, fecha, estado, sum(ninos), sum(discrepancias) FROM (
				SELECT lugar, fecha, estado, coalesce(sum(ninos), 0) AS ninos, coalesce(sum(discrepancias), 0) AS discrepancias
				FROM changes WHERE fecha IS NOT NULL GROUP BY lugar, fecha, estado
				HAVING sum(ninos) <> 0 OR sum(discrepancias) <> 0
			) AS fine JOIN lugar_within USING (lugar) WHERE nivel <= 2 GROUP BY dentro, fecha, estado ORDER BY dentro, fecha, estado
			ON CONFLICT (lugar, fecha, estado) DO UPDATE SET ninos = kept.ninos + excluded.ninos, discrepancias = kept.discrepancias + excluded.discrepancias
		),
		of_day AS (
			INSERT INTO figure_of_day AS kept (dia, ninos, con_vacunas, mujeres, controles, vacunas)
			SELECT dia, coalesce(sum(ninos), 0) AS ninos, coalesce(sum(con_vacunas), 0) AS con_vacunas, coalesce(sum(mujeres), 0) AS mujeres, coalesce(sum(controles), 0) AS controles, coalesce(sum(vacunas), 0) AS vacunas
			FROM changes GROUP BY dia HAVING sum(ninos) <> 0 OR sum(con_vacunas) <> 0 OR sum(mujeres) <> 0 OR sum(controles) <> 0 OR sum(vacunas) <> 0 ORDER BY dia
			ON CONFLICT (dia) DO UPDATE SET ninos = kept.ninos + excluded.ninos, con_vacunas = kept.con_vacunas + excluded.con_vacunas, mujeres = kept.mujeres + excluded.mujeres, controles = kept.controles + excluded.controles, vacunas = kept.vacunas + excluded.vacunas
		)
	SELECT count(*) INTO added FROM changes;
END $$;--> statement-breakpoint
-- Folds changes into the figures, in one transaction: a reader sees each change either here or there. Only one process folds at a time.
CREATE OR REPLACE FUNCTION "figure_fold"("most" integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	batch figure_change[];
BEGIN
	IF NOT pg_try_advisory_xact_lock(7236114204) THEN
		RETURN 0;
	END IF;
	WITH removed AS (
		DELETE FROM figure_change WHERE ctid = ANY (ARRAY(SELECT ctid FROM figure_change LIMIT most)) RETURNING figure_change AS change
	)
	SELECT array_agg(change) INTO batch FROM removed;
	IF batch IS NULL THEN
		RETURN 0;
	END IF;
	PERFORM figure_add(batch);
	RETURN cardinality(batch);
END $$;--> statement-breakpoint
-- The changes of a transaction that writes many rows are collected in a temporary table, which leaves no dead rows behind for readers.
-- A role that may not create one writes them like everybody else.
CREATE FUNCTION "figure_batch_begin"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF to_regclass('pg_temp.figure_batch') IS NULL THEN
		IF NOT has_database_privilege(current_database(), 'TEMPORARY') THEN
			RETURN;
		END IF;
		CREATE TEMPORARY TABLE figure_batch (change figure_change) ON COMMIT DELETE ROWS;
	END IF;
	PERFORM set_config('libreta.cifras', 'lote', true);
END $$;--> statement-breakpoint
CREATE FUNCTION "figure_change_collected"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO pg_temp.figure_batch (change) VALUES (NEW);
	RETURN NULL;
END $$;--> statement-breakpoint
-- Adds what was collected. Called last, since other processes cannot fold until the transaction ends.
CREATE FUNCTION "figure_batch_end"() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	batch figure_change[];
BEGIN
	IF current_setting('libreta.cifras', true) IS DISTINCT FROM 'lote' THEN
		RETURN;
	END IF;
	SELECT array_agg(change) INTO batch FROM pg_temp.figure_batch;
	IF batch IS NULL THEN
		RETURN;
	END IF;
	PERFORM pg_advisory_xact_lock(7236114204);
	PERFORM figure_add(batch);
END $$;--> statement-breakpoint
CREATE TRIGGER "figure_change_collected" BEFORE INSERT ON "figure_change" FOR EACH ROW WHEN (current_setting('libreta.cifras', true) = 'lote') EXECUTE FUNCTION "figure_change_collected"();--> statement-breakpoint
-- These run with the rights of the owner. A temporary table of the caller must not stand in front of the real one.
ALTER FUNCTION "journal_erase"(uuid) SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION "person_search_changed"() SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION "person_search_removed"() SET search_path = public, pg_temp;
