CREATE TABLE "dhis2_codigo" (
	"tipo" text NOT NULL,
	"clave" text NOT NULL,
	"codigo" text NOT NULL,
	CONSTRAINT "dhis2_codigo_tipo_clave_pk" PRIMARY KEY("tipo","clave"),
	CONSTRAINT "dhis2_codigo_largo" CHECK (char_length("dhis2_codigo"."codigo") between 1 and 50 and char_length("dhis2_codigo"."clave") between 1 and 400)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "dhis2_codigo_unico" ON "dhis2_codigo" USING btree ("tipo","codigo");