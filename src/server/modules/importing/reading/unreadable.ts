import { MAX_COLUMNS, MAX_ROWS } from '#domain/calls/importing.ts';

/** A file that cannot be read, with the sentence for the person who sent it. */
export class UnreadableFile extends Error {}

const AGAIN = 'y súbelo otra vez';
const FILE_AGAIN = 'y sube el archivo otra vez';
const SAVE_AS = 'guárdalo como Excel (.xlsx)';

export const NOT_A_SHEET = `Este archivo no es una hoja de cálculo. Guárdalo como Excel (.xlsx), OpenDocument (.ods) o CSV ${AGAIN}.`;
export const WEB_PAGE = `Este archivo es una página web con la terminación de una hoja de cálculo. Ábrelo en Excel, ${SAVE_AS} ${AGAIN}.`;
export const BINARY_BOOK = `Este archivo es un libro binario de Excel (.xlsb), que no se lee. Ábrelo en Excel, ${SAVE_AS} ${AGAIN}.`;
export const OLD_BOOK = `Este archivo es de una versión de Excel anterior a 1997, que no se lee. Ábrelo, ${SAVE_AS} ${AGAIN}.`;
export const DAMAGED = `El archivo está dañado o incompleto. Ábrelo, guárdalo de nuevo ${AGAIN}.`;
export const PROTECTED = `El archivo tiene contraseña. Quítasela en Excel ${AGAIN}.`;
export const TOO_BIG_INSIDE =
  'El archivo contiene demasiado para leerlo de una vez. Divídelo en partes o guárdalo como CSV y súbelo otra vez.';
export const TOO_BIG_XLS = `El archivo .xls es demasiado grande. Ábrelo, ${SAVE_AS} o CSV ${AGAIN}.`;
export const TOO_MANY_CELLS = 'El archivo tiene más de 2 millones de celdas. Divídelo en partes y súbelas una por una.';
export const TOO_MUCH_TEXT =
  'El archivo tiene más de 200 millones de caracteres. Divídelo en partes y súbelas una por una.';
export const TOO_MANY_ROWS = `El archivo tiene más de ${MAX_ROWS.toLocaleString('es-EC')} filas. Divídelo en partes y súbelas una por una.`;
export const EMPTY = `El archivo no tiene filas con datos; la de ejemplo de la plantilla no cuenta. Revisa que sea el archivo correcto ${AGAIN}.`;
export const NO_TITLES =
  'El archivo no tiene una fila con los títulos de las columnas. Ponla arriba, como en la plantilla, y súbelo otra vez.';
export const ONLY_HIDDEN =
  'Las hojas visibles están vacías, y las ocultas no se leen. Muestra en Excel la hoja con los datos y sube el archivo otra vez.';
export const TOO_SLOW = 'Leer el archivo tomó demasiado tiempo. Divídelo en partes y súbelas una por una.';

export const tooManyColumns = (columns: number): string =>
  `La hoja tiene ${columns} columnas y se leen hasta ${MAX_COLUMNS}. Borra las que no se usan ${FILE_AGAIN}.`;
export const openQuotes = (row: number): string =>
  `La fila ${row} abre comillas (") que no se cierran. Corrígela ${FILE_AGAIN}.`;
export const tooLongRow = (row: number): string =>
  `La fila ${row} tiene más de 100.000 caracteres. Acorta sus textos ${FILE_AGAIN}.`;
