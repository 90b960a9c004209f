import { MAX_FILE_BYTES, uploadFile } from '#domain/calls/importing.ts';
import { ERRORS } from '#domain/errors.ts';
import { TOKEN_HEADER } from '#web/lib/api-client.ts';
import { ApiError, failureOf, isPasswordDue, NetworkError } from '#web/lib/api-errors.ts';
import { occupyLine } from '#web/lib/line.ts';
import { recoverPassword } from '#web/lib/password-due.ts';
import { recoverSession } from '#web/lib/reauthentication.ts';
import { applyServerTime } from '#web/lib/server-clock.ts';
import { reportServer } from '#web/lib/server-reach.ts';
import { getSession, renewSession } from '#web/lib/session.ts';
import type { ImportKind } from './import-kinds.ts';

/** An upload that makes no progress for so long has failed. */
const STALLED_MS = 60_000;
const MAX_NAME = 200;

const TOO_LARGE = ERRORS.fileTooLarge.message;
const UNREADABLE = 'El archivo cambió o ya no se puede leer. Elígelo de nuevo.';

/** Why a file cannot be sent; null if it can. */
export function fileProblem({ size }: File): string | null {
  if (size > MAX_FILE_BYTES) return TOO_LARGE;
  return size === 0 ? ERRORS.emptyFile.message : null;
}

interface SendOptions {
  /** Called with the sent part, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** `fetch` does not report the progress of an upload. @throws NetworkError */
function exchange(url: string, file: File, token: string | null, { onProgress, signal }: SendOptions) {
  return new Promise<XMLHttpRequest>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const restartTimeout = () => {
      clearTimeout(stalled);
      stalled = setTimeout(cancel, STALLED_MS);
    };
    const released = occupyLine();
    const end = () => {
      released();
      clearTimeout(stalled);
      signal.removeEventListener('abort', cancel);
    };
    request.open(uploadFile.method, url);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/octet-stream');
    if (token) request.setRequestHeader(TOKEN_HEADER, token);
    request.upload.onprogress = ({ loaded, total }) => {
      restartTimeout();
      if (total > 0) onProgress(loaded / total);
    };
    request.onload = () => {
      end();
      resolve(request);
    };
    const fail = () => {
      end();
      if (!signal.aborted) reportServer(false);
      reject(new NetworkError());
    };
    request.onerror = fail;
    request.onabort = fail;
    signal.addEventListener('abort', cancel);
    restartTimeout();
    request.send(file);
  });
}

function bodyOf({ responseText }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText);
  } catch {
    return undefined;
  }
}

const idOf = (body: unknown): string | undefined => {
  const { _id } = (body ?? {}) as { _id?: unknown };
  return typeof _id === 'string' ? _id : undefined;
};

/** Browsers do not read a file that changed after it was chosen, and report it as a missing connection. */
async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** Sends a file to be imported. @returns the id of the import @throws ApiError, NetworkError, Error with a sentence for the user */
export async function sendFile(kind: ImportKind, file: File, options: SendOptions, recovered = false): Promise<string> {
  const session = getSession();
  const query = new URLSearchParams({ tipo: kind, archivo: file.name.slice(0, MAX_NAME) });
  let request: XMLHttpRequest;
  try {
    request = await exchange(`${uploadFile.path}?${query}`, file, session?.accessToken ?? null, options);
  } catch (error) {
    if (!options.signal.aborted && !(await isReadable(file))) throw new Error(UNREADABLE);
    throw error;
  }
  applyServerTime(request.getResponseHeader('date'));
  const renewed = request.getResponseHeader(TOKEN_HEADER);
  if (session && renewed) renewSession(session.accessToken, renewed);
  const body = bodyOf(request);
  const id = idOf(body);
  if (request.status === uploadFile.status && id) {
    reportServer(true);
    return id;
  }
  // A captive portal's page.
  if (request.status < 400 || body === undefined) {
    reportServer(false);
    if (request.status === 413) throw new Error(TOO_LARGE);
    throw new NetworkError();
  }
  reportServer(true);
  const refused = new ApiError(request.status, body, request.getResponseHeader('retry-after'));
  const failure = failureOf(refused);
  if (failure === 'tooLarge') throw new Error(TOO_LARGE);
  if (session && !recovered) {
    const again =
      (failure === 'session' && (await recoverSession(session))) ||
      (isPasswordDue(refused) && (await recoverPassword(session, uploadFile.method)));
    if (again) return sendFile(kind, file, options, true);
  }
  throw refused;
}
