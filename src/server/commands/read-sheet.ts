import { serveReading } from '#server/modules/importing/reading/reading-process.ts';

serveReading();
