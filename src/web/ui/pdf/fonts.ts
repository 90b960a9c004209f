import type { jsPDF } from 'jspdf';
import boldUrl from './fonts/atkinson-bold.ttf?url';
import regularUrl from './fonts/atkinson-regular.ttf?url';

/** The font of the screens, embedded so that documents look the same everywhere. */
export const FAMILY = 'Atkinson';
const STYLES = [
  { style: 'normal', url: regularUrl },
  { style: 'bold', url: boldUrl },
] as const;

async function binary(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`No font: ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

export async function addFonts(doc: jsPDF): Promise<void> {
  const files = await Promise.all(STYLES.map(({ url }) => binary(url)));
  for (const [index, { style }] of STYLES.entries()) {
    const name = `${FAMILY}-${style}.ttf`;
    doc.addFileToVFS(name, files[index] ?? '');
    doc.addFont(name, FAMILY, style, undefined, 'Identity-H');
  }
  doc.setFont(FAMILY, 'normal');
}

export function hasGlyph(doc: jsPDF): (codePoint: number) => boolean {
  const { metadata } = doc.getFont();
  return (codePoint) => metadata.characterToGlyph(codePoint) > 0;
}
