import type { Author } from './author.ts';

export interface FieldProblem {
  msg: string;
  path: string;
}

/** The only map of error codes to HTTP status and Spanish message. */
export const ERRORS = {
  invalid: { status: 400, message: 'Revisa los datos enviados.' },
  malformed: {
    status: 400,
    message: 'La información enviada no se puede leer. Revisa el formato e inténtalo de nuevo.',
  },
  emptyFile: { status: 400, message: 'El archivo está vacío. Revisa que sea el archivo correcto.' },
  tooDeep: {
    status: 400,
    message: 'La información enviada tiene demasiados niveles. Revisa el formato e inténtalo de nuevo.',
  },
  tooManyFields: {
    status: 400,
    message: 'La información enviada tiene demasiados campos. Quita los que sobran e inténtalo de nuevo.',
  },
  unauthenticated: { status: 401, message: 'Tu sesión no es válida o ha terminado. Inicia sesión de nuevo.' },
  credentials: { status: 401, message: 'Cédula o contraseña incorrecta.' },
  secondFactor: {
    status: 401,
    message: 'Falta el segundo paso: escribe el código de tu aplicación de autenticación o uno de recuperación.',
  },
  secondFactorLost: {
    status: 401,
    message:
      'Los códigos de tu aplicación ya no se pueden comprobar. Usa un código de recuperación, o pide a un administrador que restablezca tu segundo paso.',
  },
  forbidden: { status: 403, message: 'Tu usuario no tiene permiso para hacer esto.' },
  passwordChange: {
    status: 403,
    message: 'Un administrador puso tu contraseña. Cámbiala por una que solo tú conozcas para seguir.',
  },
  signupOff: {
    status: 403,
    message: 'El registro no está abierto: las cuentas las crea el administrador. Pídele la tuya.',
  },
  notFound: { status: 404, message: 'No se encontró la información solicitada.' },
  timeout: {
    status: 408,
    message: 'La información tardó demasiado en llegar. Revisa tu conexión e inténtalo de nuevo.',
  },
  conflict: { status: 409, message: 'La información entra en conflicto con lo que ya está guardado.' },
  idTaken: {
    status: 409,
    message:
      'Este registro ya fue enviado antes con otra información, fue eliminado o ahora está a cargo de otra persona.',
  },
  outdated: {
    status: 409,
    message: 'Otra persona cambió esta información mientras la editabas. Revisa los datos actuales antes de guardar.',
  },
  protocol: {
    status: 409,
    message:
      'La aplicación de este equipo es más nueva que el servidor. Lo que tienes por enviar sigue guardado: se enviará cuando el servidor se actualice.',
  },
  nothingToImport: {
    status: 409,
    message: 'No queda ninguna fila por importar: mira las que tienen problemas o se parecen a otra persona.',
  },
  undoOver: {
    status: 409,
    message: 'Esta importación ya no se puede deshacer: pasaron los 30 días o no queda nada que deshacer.',
  },
  importState: {
    status: 409,
    message: 'Esta importación ya no está en ese paso. Actualiza la página.',
  },
  importDiscarded: {
    status: 409,
    message: 'Alguien descartó esta importación mientras llegaba el archivo. Súbelo otra vez.',
  },
  settled: { status: 409, message: 'Otra persona ya resolvió este envío. Actualiza la lista.' },
  tooManyRetained: {
    status: 409,
    message:
      'Supervisión tiene ya demasiados envíos tuyos por resolver. Lo que falta sigue guardado en tu equipo: avisa a supervisión.',
  },
  deviceTaken: {
    status: 409,
    message: 'Este equipo ya está registrado de otra manera. Inicia sesión de nuevo para registrarlo como uno nuevo.',
  },
  tooManyDevices: {
    status: 409,
    message:
      'Ya tienes registros por enviar en demasiados equipos. Envíalos, o corta en tu perfil un equipo que ya no uses.',
  },
  tooManyCutOff: {
    status: 409,
    message: 'Cortaste demasiados equipos que aún no se han borrado. Conecta alguno con internet para que se borre.',
  },
  lastAdministrator: { status: 409, message: 'Debe quedar al menos un administrador en el sistema.' },
  ownAccount: { status: 409, message: 'No puedes eliminar tu propio usuario.' },
  epoch: {
    status: 410,
    message: 'Este equipo debe revisar todo lo que tiene guardado: vuelve a sincronizar con señal.',
  },
  deviceCut: {
    status: 410,
    message: 'Este equipo fue cortado: lo que guardaba se borra. Sin señal ya no se puede usar.',
  },
  tooLarge: { status: 413, message: 'La información enviada es demasiado grande.' },
  fileTooLarge: {
    status: 413,
    message: 'El archivo pesa más de 50 MB. Divídelo en partes y súbelas una por una.',
  },
  mediaType: { status: 415, message: 'El servidor solo recibe información en formato JSON.' },
  formUpload: {
    status: 415,
    message: 'El archivo se envía solo, sin el formulario alrededor. Súbelo desde la pantalla «Importar».',
  },
  expectation: { status: 417, message: 'El servidor no puede cumplir lo que la solicitud espera de él.' },
  tooManyTries: { status: 429, message: 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.' },
  tooManyExports: {
    status: 429,
    message: 'Ya hay demasiadas exportaciones. Espera a que termine una, o elimina una que ya descargaste.',
  },
  tooManyPeriods: {
    status: 429,
    message: 'Ya se cuentan las cifras de varios periodos. Espera unos minutos e inténtalo de nuevo.',
  },
  headersTooLarge: { status: 431, message: 'La solicitud es demasiado larga. Acórtala e inténtalo de nuevo.' },
  internal: { status: 500, message: 'Ocurrió un error inesperado. Inténtalo de nuevo en unos minutos.' },
  unavailable: {
    status: 503,
    message: 'No se puede acceder a la información en este momento. Inténtalo de nuevo en unos minutos.',
  },
  noSpace: {
    status: 507,
    message:
      'No queda espacio en el servidor: por ahora no se puede guardar. Avisa a quien administra el sistema e inténtalo más tarde.',
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;

const MAX_PROBLEMS = 100;

function limitProblems(problems: FieldProblem[]): FieldProblem[] {
  const more = problems.length - MAX_PROBLEMS;
  if (more <= 0) return problems;
  const msg = more === 1 ? 'Hay un problema más.' : `Hay ${more} problemas más.`;
  return [...problems.slice(0, MAX_PROBLEMS), { msg, path: '' }];
}

/** An expected error. `problems` replaces the message; the fields of `row` are added to the body (409). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly problems: FieldProblem[] | undefined;
  readonly row: Record<string, unknown> | undefined;
  readonly author: Author | undefined;
  /** Seconds until a retry makes sense (429, 503). */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    details: { problems?: FieldProblem[]; row?: Record<string, unknown>; author?: Author; retryAfter?: number } = {},
  ) {
    super(code);
    this.code = code;
    this.problems = details.problems && limitProblems(details.problems);
    this.row = details.row;
    this.author = details.author;
    this.retryAfter = details.retryAfter;
  }
}

export const errorBody = ({ code, problems, row }: AppError) => ({
  ...row,
  code,
  message: problems ?? ERRORS[code].message,
});
