import { encode } from 'uqr';
import { vi } from 'vitest';

const SIDE = 480;

/** A picture with a QR code of this text, or an empty one. */
function pictureOf(text: string | null): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [SIDE, SIDE];
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('This browser draws nothing');
  drawing.fillStyle = 'white';
  drawing.fillRect(0, 0, SIDE, SIDE);
  if (text === null) return canvas;
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const unit = Math.floor(SIDE / size);
  drawing.fillStyle = 'black';
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) if (dark) drawing.fillRect(x * unit, y * unit, unit, unit);
  return canvas;
}

export async function photoOf(text: string | null): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => pictureOf(text).toBlob(resolve, 'image/png'));
  return new File([blob ?? ''], 'codigo.png', { type: 'image/png' });
}

/** Draws again for each frame, as a stream of a canvas has only frames that are drawn after a video plays it. */
function keepFilming(canvas: HTMLCanvasElement, stream: MediaStream): void {
  canvas.getContext('2d')?.clearRect(0, 0, 1, 1);
  if (stream.active) requestAnimationFrame(() => keepFilming(canvas, stream));
}

/** A camera before which a code is held. @returns the streams that were opened */
export function fakeCamera(text: string | null) {
  const streams: MediaStream[] = [];
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const canvas = pictureOf(text);
    const stream = canvas.captureStream();
    streams.push(stream);
    keepFilming(canvas, stream);
    return stream;
  });
  return { isOn: () => streams.some((stream) => stream.active), opened: () => streams.length };
}

export const refusingCamera = (name: 'NotAllowedError' | 'NotFoundError') =>
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('no camera', name));
