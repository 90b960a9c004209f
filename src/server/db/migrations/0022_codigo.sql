CREATE TABLE "codigo" (
	"persona" uuid PRIMARY KEY NOT NULL,
	"tipo" text NOT NULL,
	"codigo" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "codigo_codigo" ON "codigo" USING btree ("codigo");