interface Detector {
  detect(picture: ImageBitmapSource): Promise<readonly { rawValue: string }[]>;
}

declare global {
  interface Window {
    /** Chromium has it where the system can detect codes; the types of the DOM lack it. */
    BarcodeDetector?: {
      new (options: { formats: readonly string[] }): Detector;
      getSupportedFormats(): Promise<readonly string[]>;
    };
  }
}

type Picture = HTMLVideoElement | ImageBitmap;

/** The text of the QR code in a picture, or null. */
export type CodeReader = (picture: Picture) => Promise<string | null>;

const FORMAT = 'qr_code';

async function browserReader(): Promise<CodeReader | null> {
  const Native = window.BarcodeDetector;
  const formats = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Native || !formats.includes(FORMAT)) return null;
  const detector = new Native({ formats: [FORMAT] });
  return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null;
}

/** Larger pictures are read smaller: a code on a page of a photo still has five pixels for each of its squares. */
const LONGEST_SIDE = 1_600;
/** For one picture; a live picture is followed by the next. */
const READING_MS = 200;

const sizeOf = (picture: Picture) =>
  picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];

async function ownReader(): Promise<CodeReader> {
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  return async (picture) => {
    const [full = 0, high = 0] = sizeOf(picture);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(full, high, 1));
    const [width, height] = [Math.round(full * scale), Math.round(high * scale)];
    if (!drawing || width === 0 || height === 0) return null;
    [canvas.width, canvas.height] = [width, height];
    drawing.drawImage(picture, 0, 0, width, height);
    try {
      return decodeQR(drawing.getImageData(0, 0, width, height), { timeLimit: READING_MS });
    } catch {
      return null; // it throws where there is no code
    }
  };
}

/** The browser's own reader where it has one, otherwise one that is loaded now. */
export const codeReader = async (): Promise<CodeReader> => (await browserReader()) ?? ownReader();
