/** A file that cannot be read, with the sentence for the person who sent it. */
export class UnreadableFile extends Error {}

export const NOT_A_SHEET =
  'Este archivo no es una hoja de cálculo. Guárdalo como Excel (.xlsx), OpenDocument (.ods) o CSV y súbelo otra vez.';
export const DAMAGED = 'El archivo está dañado o incompleto. Ábrelo, guárdalo de nuevo y súbelo otra vez.';
export const PROTECTED = 'El archivo tiene contraseña. Quítasela en Excel y súbelo otra vez.';
export const TOO_BIG_INSIDE =
  'El archivo contiene demasiado para leerlo de una vez. Divídelo en partes o guárdalo como CSV y súbelo otra vez.';
export const EMPTY = 'El archivo no tiene filas con datos. Revisa que sea el archivo correcto.';
export const TOO_SLOW = 'Leer el archivo tomó demasiado tiempo. Divídelo en partes y súbelas una por una.';
