import { today } from '#domain/calendar.ts';
import { EXPORT_FORMATS } from '#domain/calls/exports.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { chartPicture } from '#web/ui/charts/chart-picture.ts';
import { csvRows, type FigureTable } from './figure-table.ts';

const nameOf = (file: string, ending: string) => `${file}-${today()}.${ending}`;

/** Saves the figures of a chart as CSV; its code loads on demand. */
export async function saveCsv(file: string, figures: FigureTable): Promise<void> {
  const { csvText } = await import('#domain/exports/csv.ts');
  saveFile(new Blob([csvText(csvRows(figures))], { type: EXPORT_FORMATS.csv.type }), nameOf(file, 'csv'));
}

export async function savePng(file: string, picture: Parameters<typeof chartPicture>[0]): Promise<void> {
  saveFile(await chartPicture(picture), nameOf(file, 'png'));
}
