CREATE TABLE "figure_change" (
	"lugar" integer NOT NULL,
	"dia" date NOT NULL,
	"creador" uuid,
	"estado" text DEFAULT '' NOT NULL,
	"fecha" date,
	"mes" date,
	"ninos" integer,
	"masculino" integer,
	"femenino" integer,
	"con_control" integer,
	"con_vacunas" integer,
	"medidos" integer,
	"bajo2" integer,
	"bajo3" integer,
	"discrepancias" integer,
	"mujeres" integer,
	"controles" integer,
	"peso" integer,
	"vacunas" integer,
	"ultimos" integer,
	"ultimos_medidos" integer,
	"ultimos_bajo2" integer,
	"ultimos_bajo3" integer
);
--> statement-breakpoint
CREATE TABLE "figure_of_control_day" (
	"lugar" integer NOT NULL,
	"fecha" date NOT NULL,
	"estado" text NOT NULL,
	"ninos" bigint DEFAULT 0 NOT NULL,
	"discrepancias" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "figure_of_control_day_lugar_fecha_estado_pk" PRIMARY KEY("lugar","fecha","estado")
);
--> statement-breakpoint
CREATE TABLE "figure_of_creator" (
	"lugar" integer NOT NULL,
	"creador" uuid NOT NULL,
	"ninos" bigint DEFAULT 0 NOT NULL,
	"mujeres" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "figure_of_creator_lugar_creador_pk" PRIMARY KEY("lugar","creador")
);
--> statement-breakpoint
CREATE TABLE "figure_of_day" (
	"dia" date PRIMARY KEY NOT NULL,
	"ninos" bigint DEFAULT 0 NOT NULL,
	"con_vacunas" bigint DEFAULT 0 NOT NULL,
	"mujeres" bigint DEFAULT 0 NOT NULL,
	"controles" bigint DEFAULT 0 NOT NULL,
	"vacunas" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_of_month" (
	"lugar" integer NOT NULL,
	"mes" date NOT NULL,
	"controles" bigint DEFAULT 0 NOT NULL,
	"ultimos" bigint DEFAULT 0 NOT NULL,
	"ultimos_medidos" bigint DEFAULT 0 NOT NULL,
	"ultimos_bajo2" bigint DEFAULT 0 NOT NULL,
	"ultimos_bajo3" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "figure_of_month_lugar_mes_pk" PRIMARY KEY("lugar","mes")
);
--> statement-breakpoint
CREATE TABLE "figure_of_place" (
	"lugar" integer NOT NULL,
	"estado" text NOT NULL,
	"ninos" bigint DEFAULT 0 NOT NULL,
	"masculino" bigint DEFAULT 0 NOT NULL,
	"femenino" bigint DEFAULT 0 NOT NULL,
	"con_control" bigint DEFAULT 0 NOT NULL,
	"con_vacunas" bigint DEFAULT 0 NOT NULL,
	"medidos" bigint DEFAULT 0 NOT NULL,
	"bajo2" bigint DEFAULT 0 NOT NULL,
	"bajo3" bigint DEFAULT 0 NOT NULL,
	"discrepancias" bigint DEFAULT 0 NOT NULL,
	"mujeres" bigint DEFAULT 0 NOT NULL,
	"controles" bigint DEFAULT 0 NOT NULL,
	"peso" bigint DEFAULT 0 NOT NULL,
	"vacunas" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "figure_of_place_lugar_estado_pk" PRIMARY KEY("lugar","estado")
);
--> statement-breakpoint
CREATE TABLE "lugar" (
	"_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lugar__id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"nivel" smallint NOT NULL,
	"provincia" text NOT NULL,
	"canton" text NOT NULL,
	"establecimiento" text NOT NULL,
	"dentro" integer[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
DROP INDEX "control_parent_fecha_peso";--> statement-breakpoint
DROP INDEX "control_talla_mes";--> statement-breakpoint
DROP INDEX "nino_conteo";--> statement-breakpoint
DROP INDEX "nino_talla";--> statement-breakpoint
ALTER TABLE "control" ADD COLUMN "lugar" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mujer" ADD COLUMN "lugar" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "lugar" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vacuna" ADD COLUMN "lugar" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "lugar_nombres" ON "lugar" USING btree ("nivel","provincia","canton","establecimiento");--> statement-breakpoint
CREATE INDEX "lugar_canton" ON "lugar" USING btree ("canton");--> statement-breakpoint
CREATE INDEX "lugar_establecimiento" ON "lugar" USING btree ("establecimiento");--> statement-breakpoint
ALTER TABLE "figure_change" REPLICA IDENTITY FULL;--> statement-breakpoint
ALTER TABLE "figure_change" SET (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0);--> statement-breakpoint
ALTER TABLE "figure_of_place" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "figure_of_month" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "figure_of_creator" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "figure_of_day" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "figure_of_control_day" SET (fillfactor = 70);--> statement-breakpoint
-- Every place of the finest level and what it lies in, itself included.
CREATE VIEW "lugar_within" AS
	SELECT fine._id AS lugar, wide.dentro, (wide.nivel - 1)::integer AS nivel
	FROM lugar fine CROSS JOIN LATERAL unnest(fine.dentro || fine._id) WITH ORDINALITY AS wide (dentro, nivel)
	WHERE fine.nivel = 3;--> statement-breakpoint
CREATE FUNCTION "lugar_id"("p" text, "c" text, "e" text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	found_id integer;
BEGIN
	SELECT _id INTO found_id FROM lugar WHERE nivel = 3 AND provincia = p AND canton = c AND establecimiento = e;
	IF found_id IS NULL THEN
		-- The widest first: of two who come upon a new place at once, one waits for the other, never both.
		INSERT INTO lugar (nivel, provincia, canton, establecimiento)
		VALUES (0, '', '', ''), (1, p, '', ''), (2, p, c, '') ON CONFLICT DO NOTHING;
		INSERT INTO lugar (nivel, provincia, canton, establecimiento, dentro)
		SELECT 3, p, c, e, array_agg(_id ORDER BY nivel) FROM lugar
		WHERE (nivel, provincia, canton, establecimiento) IN ((0, '', '', ''), (1, p, '', ''), (2, p, c, '')) ON CONFLICT DO NOTHING;
		SELECT _id INTO found_id FROM lugar WHERE nivel = 3 AND provincia = p AND canton = c AND establecimiento = e;
	END IF;
	RETURN found_id;
END $$;--> statement-breakpoint
CREATE FUNCTION "person_place"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.lugar := lugar_id(NEW.provincia, NEW.canton, NEW.establecimiento);
	RETURN NEW;
END $$;--> statement-breakpoint
-- A child that moves waits for those who record something of it, and they for it: the record is where the child is.
CREATE FUNCTION "record_place"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT lugar INTO NEW.lugar FROM nino WHERE _id = NEW.parent_id FOR SHARE;
	NEW.lugar := coalesce(NEW.lugar, 0);
	RETURN NEW;
END $$;--> statement-breakpoint
-- Recorded in one statement with its child, which could not be seen then.
CREATE FUNCTION "record_with_child"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('UPDATE %I SET lugar = nino.lugar FROM nino WHERE nino._id = parent_id AND %1$I._id = $1', TG_TABLE_NAME) USING NEW._id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "child_moved"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE control SET lugar = NEW.lugar WHERE parent_id = NEW._id AND lugar <> NEW.lugar;
	UPDATE vacuna SET lugar = NEW.lugar WHERE parent_id = NEW._id AND lugar <> NEW.lugar;
	RETURN NULL;
END $$;--> statement-breakpoint
-- The day in Guayaquil, where clocks have not been changed since 1993.
CREATE FUNCTION "guayaquil_day"("at" timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT (at AT TIME ZONE INTERVAL '-05:00')::date
$$;--> statement-breakpoint
-- What a row counted before, negative, and what it counts now. There is no OLD of what is new and no NEW of what is gone: they are null.
CREATE FUNCTION "count_nino"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO figure_change (lugar, dia, creador, estado, fecha, ninos, masculino, femenino, con_control, con_vacunas,
		medidos, bajo2, bajo3, discrepancias)
	SELECT one.lugar, guayaquil_day(one.at), one.creador, one.estado, one.fecha, sign,
		CASE WHEN one.sexo = 'MASCULINO' THEN sign END, CASE WHEN one.sexo = 'FEMENINO' THEN sign END,
		CASE WHEN one.fecha IS NOT NULL THEN sign END, CASE WHEN one.vacunas > 0 THEN sign END,
		CASE WHEN one.ztalla IS NOT NULL THEN sign END, CASE WHEN one.ztalla < -2 THEN sign END,
		CASE WHEN one.ztalla < -3 THEN sign END, CASE WHEN one.discrepancia IS NOT NULL THEN sign END
	FROM (VALUES
		(-1, OLD.lugar, OLD.fecha_registro, OLD.created_by, OLD.estado, OLD.control_fecha, OLD.sexo, OLD.vacunas, OLD.ztalla, OLD.discrepancia),
		(1, NEW.lugar, NEW.fecha_registro, NEW.created_by, NEW.estado, NEW.control_fecha, NEW.sexo, NEW.vacunas, NEW.ztalla, NEW.discrepancia)
	) AS one (sign, lugar, at, creador, estado, fecha, sexo, vacunas, ztalla, discrepancia)
	WHERE one.lugar > 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_mujer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO figure_change (lugar, dia, creador, mujeres)
	SELECT one.lugar, guayaquil_day(one.at), one.creador, sign
	FROM (VALUES (-1, OLD.lugar, OLD.fecha_registro, OLD.created_by), (1, NEW.lugar, NEW.fecha_registro, NEW.created_by))
		AS one (sign, lugar, at, creador)
	WHERE one.lugar > 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_control"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO figure_change (lugar, dia, mes, controles, peso, ultimos, ultimos_medidos, ultimos_bajo2, ultimos_bajo3)
	SELECT one.lugar, guayaquil_day(one.at), one.fecha - extract(day FROM one.fecha)::integer + 1, sign, sign * (one.peso * 100)::integer,
		CASE WHEN one.ultimo THEN sign END, CASE WHEN one.ultimo AND one.ztalla IS NOT NULL THEN sign END,
		CASE WHEN one.ultimo AND one.ztalla < -2 THEN sign END, CASE WHEN one.ultimo AND one.ztalla < -3 THEN sign END
	FROM (VALUES
		(-1, OLD.lugar, OLD.fecha_registro, OLD.fecha, OLD.peso, OLD.ultimo_del_mes, OLD.ztalla),
		(1, NEW.lugar, NEW.fecha_registro, NEW.fecha, NEW.peso, NEW.ultimo_del_mes, NEW.ztalla)
	) AS one (sign, lugar, at, fecha, peso, ultimo, ztalla)
	WHERE one.lugar > 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_vacuna"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO figure_change (lugar, dia, vacunas)
	SELECT one.lugar, guayaquil_day(one.at), sign
	FROM (VALUES (-1, OLD.lugar, OLD.fecha_registro), (1, NEW.lugar, NEW.fecha_registro)) AS one (sign, lugar, at)
	WHERE one.lugar > 0;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Adds up to so many changes into the figures, in one statement: whoever reads sees them either here or there. What changed nothing in
-- the end is left out. Only one process does it at a time. @returns how many it was
CREATE FUNCTION "figure_fold"("most" integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	folded integer;
BEGIN
	IF NOT pg_try_advisory_xact_lock(7236114204) THEN
		RETURN 0;
	END IF;
	WITH changes AS (
		DELETE FROM figure_change WHERE ctid = ANY (ARRAY(SELECT ctid FROM figure_change LIMIT most)) RETURNING *
	),
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
	SELECT count(*) INTO folded FROM changes;
	RETURN folded;
END $$;--> statement-breakpoint
-- All figures anew from what is recorded, while nobody writes: after rows were loaded with the triggers off, and to prove what is kept.
CREATE FUNCTION "figure_recount"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7236114204);
	LOCK TABLE nino, mujer, control, vacuna IN SHARE ROW EXCLUSIVE MODE;
	PERFORM lugar_id(provincia, canton, establecimiento)
	FROM (SELECT DISTINCT provincia, canton, establecimiento FROM nino UNION SELECT DISTINCT provincia, canton, establecimiento FROM mujer) AS place;
	UPDATE nino SET lugar = place._id FROM lugar AS place
	WHERE place.nivel = 3 AND place.provincia = nino.provincia AND place.canton = nino.canton
		AND place.establecimiento = nino.establecimiento AND nino.lugar <> place._id;
	UPDATE mujer SET lugar = place._id FROM lugar AS place
	WHERE place.nivel = 3 AND place.provincia = mujer.provincia AND place.canton = mujer.canton
		AND place.establecimiento = mujer.establecimiento AND mujer.lugar <> place._id;
	UPDATE control SET lugar = nino.lugar FROM nino WHERE nino._id = parent_id AND control.lugar <> nino.lugar;
	UPDATE vacuna SET lugar = nino.lugar FROM nino WHERE nino._id = parent_id AND vacuna.lugar <> nino.lugar;
	DELETE FROM figure_change;
	DELETE FROM figure_of_place;
	DELETE FROM figure_of_month;
	DELETE FROM figure_of_creator;
	DELETE FROM figure_of_control_day;
	DELETE FROM figure_of_day;
	INSERT INTO figure_of_place (lugar, estado, ninos, masculino, femenino, con_control, con_vacunas, medidos, bajo2, bajo3, discrepancias)
	SELECT dentro, estado, sum(n), sum(m), sum(f), sum(c), sum(v), sum(z), sum(z2), sum(z3), sum(d) FROM (
		SELECT lugar, estado, count(*) AS n, count(*) FILTER (WHERE sexo = 'MASCULINO') AS m, count(*) FILTER (WHERE sexo = 'FEMENINO') AS f,
			count(control_fecha) AS c, count(*) FILTER (WHERE vacunas > 0) AS v, count(ztalla) AS z,
			count(*) FILTER (WHERE ztalla < -2) AS z2, count(*) FILTER (WHERE ztalla < -3) AS z3, count(discrepancia) AS d
		FROM nino GROUP BY lugar, estado
	) AS fine JOIN lugar_within USING (lugar) GROUP BY dentro, estado;
	INSERT INTO figure_of_month (lugar, mes, controles, ultimos, ultimos_medidos, ultimos_bajo2, ultimos_bajo3)
	SELECT dentro, mes, sum(n), sum(u), sum(z), sum(z2), sum(z3) FROM (
		SELECT lugar, date_trunc('month', fecha)::date AS mes, sum(n) AS n, sum(u) AS u, sum(z) AS z, sum(z2) AS z2, sum(z3) AS z3 FROM (
			SELECT lugar, fecha, count(*) AS n, count(*) FILTER (WHERE ultimo_del_mes) AS u,
				count(ztalla) FILTER (WHERE ultimo_del_mes) AS z, count(*) FILTER (WHERE ultimo_del_mes AND ztalla < -2) AS z2,
				count(*) FILTER (WHERE ultimo_del_mes AND ztalla < -3) AS z3
			FROM control GROUP BY lugar, fecha
		) AS days GROUP BY lugar, 2
	) AS fine JOIN lugar_within USING (lugar) GROUP BY dentro, mes;
	INSERT INTO figure_of_place AS kept (lugar, estado, mujeres, controles, peso, vacunas)
	SELECT dentro, '', sum(m), sum(n), sum(p), sum(v) FROM (
		SELECT lugar, count(*) AS m, 0 AS n, 0 AS p, 0 AS v FROM mujer GROUP BY lugar
		UNION ALL SELECT lugar, 0, count(*), sum(peso * 100), 0 FROM control GROUP BY lugar
		UNION ALL SELECT lugar, 0, 0, 0, count(*) FROM vacuna GROUP BY lugar
	) AS fine JOIN lugar_within USING (lugar) GROUP BY dentro
	ON CONFLICT (lugar, estado) DO UPDATE SET mujeres = excluded.mujeres, controles = excluded.controles, peso = excluded.peso, vacunas = excluded.vacunas;
	INSERT INTO figure_of_creator (lugar, creador, ninos, mujeres)
	SELECT dentro, creador, sum(n), sum(m) FROM (
		SELECT lugar, created_by AS creador, count(*) AS n, 0 AS m FROM nino GROUP BY lugar, created_by
		UNION ALL SELECT lugar, created_by, 0, count(*) FROM mujer GROUP BY lugar, created_by
	) AS fine JOIN lugar_within USING (lugar) GROUP BY dentro, creador;
	INSERT INTO figure_of_control_day (lugar, fecha, estado, ninos, discrepancias)
	SELECT dentro, fecha, estado, sum(n), sum(d) FROM (
		SELECT lugar, control_fecha AS fecha, estado, count(*) AS n, count(discrepancia) AS d
		FROM nino WHERE control_fecha IS NOT NULL GROUP BY lugar, control_fecha, estado
	) AS fine JOIN lugar_within USING (lugar) WHERE nivel <= 2 GROUP BY dentro, fecha, estado;
	INSERT INTO figure_of_day (dia, ninos, con_vacunas, mujeres, controles, vacunas)
	SELECT dia, sum(n), sum(cv), sum(m), sum(c), sum(v) FROM (
		SELECT guayaquil_day(fecha_registro) AS dia, count(*) AS n, count(*) FILTER (WHERE vacunas > 0) AS cv, 0 AS m, 0 AS c, 0 AS v FROM nino GROUP BY 1
		UNION ALL SELECT guayaquil_day(fecha_registro), 0, 0, count(*), 0, 0 FROM mujer GROUP BY 1
		UNION ALL SELECT guayaquil_day(fecha_registro), 0, 0, 0, count(*), 0 FROM control GROUP BY 1
		UNION ALL SELECT guayaquil_day(fecha_registro), 0, 0, 0, 0, count(*) FROM vacuna GROUP BY 1
	) AS days GROUP BY dia;
END $$;--> statement-breakpoint
-- Before there are triggers: what is recorded already is counted once.
SELECT figure_recount();--> statement-breakpoint
CREATE TRIGGER "nino_place" BEFORE INSERT OR UPDATE OF provincia, canton, establecimiento, lugar ON "nino" FOR EACH ROW EXECUTE FUNCTION "person_place"();--> statement-breakpoint
CREATE TRIGGER "mujer_place" BEFORE INSERT OR UPDATE OF provincia, canton, establecimiento, lugar ON "mujer" FOR EACH ROW EXECUTE FUNCTION "person_place"();--> statement-breakpoint
CREATE TRIGGER "control_place" BEFORE INSERT OR UPDATE OF parent_id ON "control" FOR EACH ROW EXECUTE FUNCTION "record_place"();--> statement-breakpoint
CREATE TRIGGER "vacuna_place" BEFORE INSERT OR UPDATE OF parent_id ON "vacuna" FOR EACH ROW EXECUTE FUNCTION "record_place"();--> statement-breakpoint
CREATE TRIGGER "nino_moved" AFTER UPDATE ON "nino" FOR EACH ROW WHEN (OLD.lugar <> NEW.lugar) EXECUTE FUNCTION "child_moved"();--> statement-breakpoint
CREATE TRIGGER "nino_counted" AFTER INSERT OR DELETE ON "nino" FOR EACH ROW EXECUTE FUNCTION "count_nino"();--> statement-breakpoint
CREATE TRIGGER "nino_recounted" AFTER UPDATE ON "nino" FOR EACH ROW WHEN (
	(OLD.lugar, OLD.fecha_registro, OLD.created_by, OLD.estado, OLD.control_fecha, OLD.sexo, OLD.vacunas > 0, OLD.ztalla IS NULL, OLD.ztalla < -2, OLD.ztalla < -3, OLD.discrepancia IS NULL)
	IS DISTINCT FROM
	(NEW.lugar, NEW.fecha_registro, NEW.created_by, NEW.estado, NEW.control_fecha, NEW.sexo, NEW.vacunas > 0, NEW.ztalla IS NULL, NEW.ztalla < -2, NEW.ztalla < -3, NEW.discrepancia IS NULL)
) EXECUTE FUNCTION "count_nino"();--> statement-breakpoint
CREATE TRIGGER "mujer_counted" AFTER INSERT OR DELETE ON "mujer" FOR EACH ROW EXECUTE FUNCTION "count_mujer"();--> statement-breakpoint
CREATE TRIGGER "mujer_recounted" AFTER UPDATE ON "mujer" FOR EACH ROW WHEN (
	(OLD.lugar, OLD.fecha_registro, OLD.created_by) IS DISTINCT FROM (NEW.lugar, NEW.fecha_registro, NEW.created_by)
) EXECUTE FUNCTION "count_mujer"();--> statement-breakpoint
CREATE TRIGGER "control_with_child" AFTER INSERT ON "control" FOR EACH ROW WHEN (NEW.lugar = 0) EXECUTE FUNCTION "record_with_child"();--> statement-breakpoint
CREATE TRIGGER "control_counted" AFTER INSERT OR DELETE ON "control" FOR EACH ROW EXECUTE FUNCTION "count_control"();--> statement-breakpoint
CREATE TRIGGER "control_recounted" AFTER UPDATE ON "control" FOR EACH ROW WHEN (
	(OLD.lugar, OLD.fecha_registro, OLD.fecha, OLD.peso, OLD.ultimo_del_mes, OLD.ztalla IS NULL, OLD.ztalla < -2, OLD.ztalla < -3)
	IS DISTINCT FROM
	(NEW.lugar, NEW.fecha_registro, NEW.fecha, NEW.peso, NEW.ultimo_del_mes, NEW.ztalla IS NULL, NEW.ztalla < -2, NEW.ztalla < -3)
) EXECUTE FUNCTION "count_control"();--> statement-breakpoint
CREATE TRIGGER "vacuna_with_child" AFTER INSERT ON "vacuna" FOR EACH ROW WHEN (NEW.lugar = 0) EXECUTE FUNCTION "record_with_child"();--> statement-breakpoint
CREATE TRIGGER "vacuna_counted" AFTER INSERT OR DELETE ON "vacuna" FOR EACH ROW EXECUTE FUNCTION "count_vacuna"();--> statement-breakpoint
CREATE TRIGGER "vacuna_recounted" AFTER UPDATE ON "vacuna" FOR EACH ROW WHEN (
	(OLD.lugar, OLD.fecha_registro) IS DISTINCT FROM (NEW.lugar, NEW.fecha_registro)
) EXECUTE FUNCTION "count_vacuna"();
