import { today } from '#domain/calendar.ts';
import { EXPORT_FORMATS } from '#domain/calls/exports.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { chartPicture } from '#web/ui/charts/chart-picture.ts';
import { csvRows, type FigureTable } from './figure-table.ts';

const nameOf = (file: string, ending: string) => `${file}-${today()}.${ending}`;

/** Saves a chart's figures for a spreadsheet; what writes the file comes only now. */
export async function saveCsv(file: string, figures: FigureTable): Promise<void> {
  const { csvText } = await import('#domain/exports/csv.ts');
  saveFile(new Blob([csvText(csvRows(figures))], { type: EXPORT_FORMATS.csv.type }), nameOf(file, 'csv'));
}

/** Saves a chart as a picture. */
export async function savePng(file: string, picture: Parameters<typeof chartPicture>[0]): Promise<void> {
  saveFile(await chartPicture(picture), nameOf(file, 'png'));
}
