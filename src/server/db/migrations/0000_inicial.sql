CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "control" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"orden" bigint GENERATED ALWAYS AS IDENTITY (sequence name "control_orden_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"fecha_registro" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"parent_id" uuid NOT NULL,
	"fecha" date NOT NULL,
	"edad" integer NOT NULL,
	"peso" numeric(4, 2) NOT NULL,
	"longitud" numeric(5, 2) NOT NULL,
	"perimetro" numeric(4, 2) NOT NULL,
	"lactmaterna" boolean DEFAULT false NOT NULL,
	"otrasleches" boolean DEFAULT false NOT NULL,
	"otrosalimento" boolean DEFAULT false NOT NULL,
	"micronutrientes" boolean DEFAULT false NOT NULL,
	"vitamina_a" boolean DEFAULT false NOT NULL,
	CONSTRAINT "control_edad_check" CHECK ("edad" between 1 and 24),
	CONSTRAINT "control_peso_check" CHECK ("peso" between 2 and 24),
	CONSTRAINT "control_longitud_check" CHECK ("longitud" between 40 and 100),
	CONSTRAINT "control_perimetro_check" CHECK ("perimetro" between 25 and 53)
);
--> statement-breakpoint
CREATE TABLE "controlmujer" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"orden" bigint GENERATED ALWAYS AS IDENTITY (sequence name "controlmujer_orden_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"fecha_registro" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"parent_id" uuid NOT NULL,
	"fechaatencion" date NOT NULL,
	"fechaproxima" date NOT NULL,
	"nombrevacunador" text DEFAULT '' NOT NULL,
	"observacion" text DEFAULT '' NOT NULL,
	CONSTRAINT "controlmujer_nombrevacunador_check" CHECK (char_length("nombrevacunador") between 1 and 200),
	CONSTRAINT "controlmujer_observacion_check" CHECK (char_length("observacion") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "mujer" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"orden" bigint GENERATED ALWAYS AS IDENTITY (sequence name "mujer_orden_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"fecha_registro" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"busqueda" text NOT NULL,
	"hcu" text DEFAULT '' NOT NULL,
	"cedula" text DEFAULT '' NOT NULL,
	"nombres" text DEFAULT '' NOT NULL,
	"apellidos" text DEFAULT '' NOT NULL,
	"discapacidad" text DEFAULT '' NOT NULL,
	"detalle_discapacidad" text DEFAULT '' NOT NULL,
	"telfdomicilio" text DEFAULT '' NOT NULL,
	"celular" text DEFAULT '' NOT NULL,
	"direccion" text DEFAULT '' NOT NULL,
	"zona" text DEFAULT '' NOT NULL,
	"provincia" text DEFAULT '' NOT NULL,
	"canton" text DEFAULT '' NOT NULL,
	"parroquia" text DEFAULT '' NOT NULL,
	"establecimiento" text DEFAULT '' NOT NULL,
	CONSTRAINT "mujer_hcu_check" CHECK (char_length("hcu") between 1 and 200),
	CONSTRAINT "mujer_cedula_check" CHECK (char_length("cedula") between 1 and 20),
	CONSTRAINT "mujer_nombres_check" CHECK (char_length("nombres") between 1 and 200),
	CONSTRAINT "mujer_apellidos_check" CHECK (char_length("apellidos") between 1 and 200),
	CONSTRAINT "mujer_discapacidad_check" CHECK ("discapacidad" in ('', 'No', 'Si')),
	CONSTRAINT "mujer_detalle_discapacidad_check" CHECK (char_length("detalle_discapacidad") between 0 and 200),
	CONSTRAINT "mujer_telfdomicilio_check" CHECK (char_length("telfdomicilio") between 0 and 200),
	CONSTRAINT "mujer_celular_check" CHECK (char_length("celular") between 0 and 200),
	CONSTRAINT "mujer_direccion_check" CHECK (char_length("direccion") between 0 and 300),
	CONSTRAINT "mujer_zona_check" CHECK (char_length("zona") between 0 and 200),
	CONSTRAINT "mujer_parroquia_check" CHECK (char_length("parroquia") between 0 and 200),
	CONSTRAINT "mujer_establecimiento_check" CHECK (char_length("establecimiento") between 0 and 200)
);
--> statement-breakpoint
CREATE TABLE "nino" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"orden" bigint GENERATED ALWAYS AS IDENTITY (sequence name "nino_orden_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"fecha_registro" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"busqueda" text NOT NULL,
	"estado" text DEFAULT 'No evaluado' NOT NULL,
	"control_fecha" date,
	"control_edad" integer,
	"control_peso" numeric(6, 2),
	"control_longitud" numeric(6, 2),
	"hcu" text DEFAULT '' NOT NULL,
	"cedula" text DEFAULT '' NOT NULL,
	"cedulamadre" text DEFAULT '' NOT NULL,
	"nombres" text DEFAULT '' NOT NULL,
	"apellidos" text DEFAULT '' NOT NULL,
	"fechanacimiento" date,
	"sexo" text DEFAULT '' NOT NULL,
	"discapacidad" text DEFAULT '' NOT NULL,
	"detalle_discapacidad" text DEFAULT '' NOT NULL,
	"nombre_padres" text DEFAULT '' NOT NULL,
	"telfdomicilio" text DEFAULT '' NOT NULL,
	"celular" text DEFAULT '' NOT NULL,
	"direccion" text DEFAULT '' NOT NULL,
	"zona" text DEFAULT '' NOT NULL,
	"provincia" text DEFAULT '' NOT NULL,
	"canton" text DEFAULT '' NOT NULL,
	"parroquia" text DEFAULT '' NOT NULL,
	"establecimiento" text DEFAULT '' NOT NULL,
	CONSTRAINT "nino_hcu_check" CHECK (char_length("hcu") between 1 and 200),
	CONSTRAINT "nino_cedula_check" CHECK (char_length("cedula") between 1 and 20),
	CONSTRAINT "nino_cedulamadre_check" CHECK (char_length("cedulamadre") between 1 and 20),
	CONSTRAINT "nino_nombres_check" CHECK (char_length("nombres") between 1 and 200),
	CONSTRAINT "nino_apellidos_check" CHECK (char_length("apellidos") between 1 and 200),
	CONSTRAINT "nino_sexo_check" CHECK ("sexo" in ('', 'FEMENINO', 'MASCULINO')),
	CONSTRAINT "nino_discapacidad_check" CHECK ("discapacidad" in ('', 'No', 'Si')),
	CONSTRAINT "nino_detalle_discapacidad_check" CHECK (char_length("detalle_discapacidad") between 0 and 200),
	CONSTRAINT "nino_nombre_padres_check" CHECK (char_length("nombre_padres") between 0 and 200),
	CONSTRAINT "nino_telfdomicilio_check" CHECK (char_length("telfdomicilio") between 0 and 200),
	CONSTRAINT "nino_celular_check" CHECK (char_length("celular") between 0 and 200),
	CONSTRAINT "nino_direccion_check" CHECK (char_length("direccion") between 0 and 300),
	CONSTRAINT "nino_zona_check" CHECK (char_length("zona") between 0 and 200),
	CONSTRAINT "nino_parroquia_check" CHECK (char_length("parroquia") between 0 and 200),
	CONSTRAINT "nino_establecimiento_check" CHECK (char_length("establecimiento") between 0 and 200)
);
--> statement-breakpoint
CREATE TABLE "opcion" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"lista" text NOT NULL,
	"valor" text NOT NULL,
	"clave" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rol" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "rol_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "seed_run" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signin_failure" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signin_failure_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usuario" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"orden" bigint GENERATED ALWAYS AS IDENTITY (sequence name "usuario_orden_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"nombre" text NOT NULL,
	"apellido" text NOT NULL,
	"cedula" text NOT NULL,
	"email" text NOT NULL,
	"busqueda" text NOT NULL,
	"password_hash" text NOT NULL,
	"session_epoch" integer DEFAULT 1 NOT NULL,
	"activo" boolean DEFAULT true NOT NULL,
	"fecha_registro" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usuario_rol" (
	"usuario_id" uuid NOT NULL,
	"rol_id" uuid NOT NULL,
	CONSTRAINT "usuario_rol_usuario_id_rol_id_pk" PRIMARY KEY("usuario_id","rol_id")
);
--> statement-breakpoint
CREATE TABLE "write_receipt" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"content_hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "control" ADD CONSTRAINT "control_created_by_usuario__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control" ADD CONSTRAINT "control_parent" FOREIGN KEY ("parent_id") REFERENCES "public"."nino"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "controlmujer" ADD CONSTRAINT "controlmujer_created_by_usuario__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "controlmujer" ADD CONSTRAINT "controlmujer_parent" FOREIGN KEY ("parent_id") REFERENCES "public"."mujer"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mujer" ADD CONSTRAINT "mujer_created_by_usuario__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nino" ADD CONSTRAINT "nino_created_by_usuario__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usuario_rol" ADD CONSTRAINT "usuario_rol_usuario_id_usuario__id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usuario_rol" ADD CONSTRAINT "usuario_rol_rol_id_rol__id_fk" FOREIGN KEY ("rol_id") REFERENCES "public"."rol"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "control_parent_orden" ON "control" USING btree ("parent_id","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "controlmujer_parent_orden" ON "controlmujer" USING btree ("parent_id","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mujer_orden" ON "mujer" USING btree ("fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mujer_creador_orden" ON "mujer" USING btree ("created_by","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mujer_busqueda" ON "mujer" USING gin ("busqueda" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "mujer_cedula_unico" ON "mujer" USING btree ("cedula");--> statement-breakpoint
CREATE INDEX "mujer_provincia" ON "mujer" USING btree ("provincia");--> statement-breakpoint
CREATE INDEX "mujer_canton" ON "mujer" USING btree ("canton");--> statement-breakpoint
CREATE INDEX "nino_orden" ON "nino" USING btree ("fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "nino_creador_orden" ON "nino" USING btree ("created_by","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "nino_busqueda" ON "nino" USING gin ("busqueda" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "nino_cedula_unico" ON "nino" USING btree ("cedula");--> statement-breakpoint
CREATE INDEX "nino_provincia" ON "nino" USING btree ("provincia");--> statement-breakpoint
CREATE INDEX "nino_canton" ON "nino" USING btree ("canton");--> statement-breakpoint
CREATE UNIQUE INDEX "opcion_lista_clave" ON "opcion" USING btree ("lista","clave");--> statement-breakpoint
CREATE INDEX "signin_failure_subject" ON "signin_failure" USING btree ("subject","at");--> statement-breakpoint
CREATE INDEX "signin_failure_at" ON "signin_failure" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "usuario_cedula_activo" ON "usuario" USING btree ("cedula") WHERE activo;--> statement-breakpoint
CREATE UNIQUE INDEX "usuario_email_activo" ON "usuario" USING btree ("email") WHERE activo;--> statement-breakpoint
CREATE INDEX "usuario_orden" ON "usuario" USING btree ("fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "usuario_rol_rol" ON "usuario_rol" USING btree ("rol_id");