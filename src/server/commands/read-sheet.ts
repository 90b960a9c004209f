import { serveReading } from '#server/modules/importing/reading/worker.ts';

serveReading();
