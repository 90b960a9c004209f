import { tokens } from '#web/theme/colors.ts';
import { fontSizes, fontWeights } from '#web/theme/letters.ts';

/** Styles copied to attributes, because a separate image has no style sheet. */
const LOOKS = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'text-anchor',
];
const SCALE = 2;
const MARGIN = 20;
const NARROWEST = 420;
const FONT_NAME = 'Libreta';
const LINE_HEIGHT = 20;

interface Letters {
  size: string;
  weight: string;
  color: string;
}
const TITLE: Letters = { size: fontSizes.xl, weight: fontWeights.bold, color: tokens['--ink'] };
const LEAD: Letters = { size: fontSizes.sm, weight: fontWeights.regular, color: tokens['--ink-3'] };
const NOTE: Letters = { size: fontSizes.xs, weight: fontWeights.regular, color: tokens['--ink-2'] };

/** A line under the chart; with a colour it is an entry of the legend. */
export interface PictureNote {
  text: string;
  color?: string;
}

interface Picture {
  title: string;
  lead?: string | undefined;
  svg: SVGSVGElement;
  notes: readonly PictureNote[];
}

const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A `@font-face` rule that embeds the page's font; empty if the page has none. */
async function fontRule(): Promise<string> {
  const faces = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule): rule is CSSFontFaceRule => rule instanceof CSSFontFaceRule),
  );
  const url = /url\(["']?([^"')]+)/.exec(faces[0]?.style.getPropertyValue('src') ?? '')?.[1];
  if (!url) return '';
  const base = faces[0]?.parentStyleSheet?.href ?? document.baseURI;
  const bytes = new Uint8Array(await (await fetch(new URL(url, base))).arrayBuffer());
  const text = bytes.reduce((all, byte) => all + String.fromCharCode(byte), '');
  const source = `url(data:font/woff2;base64,${btoa(text)})`;
  return `@font-face{font-family:${FONT_NAME};font-weight:200 800;src:${source} format('woff2')}`;
}

function standAlone(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')];
  originals.forEach((original, index) => {
    const style = getComputedStyle(original);
    copies[index]?.removeAttribute('style');
    for (const name of LOOKS) copies[index]?.setAttribute(name, style.getPropertyValue(name));
  });
  for (const passing of copy.querySelectorAll('[data-passing], title')) passing.remove();
  return copy;
}

function compose({ title, lead, svg, notes }: Picture, font: string) {
  const { width: drawn, height: tall } = svg.viewBox.baseVal;
  const width = Math.max(NARROWEST, drawn) + 2 * MARGIN;
  const top = MARGIN + (lead ? 52 : 32);
  const height = top + tall + notes.length * LINE_HEIGHT + MARGIN + 8;
  const copy = standAlone(svg);
  copy.setAttribute('x', String((width - drawn) / 2));
  copy.setAttribute('y', String(top));
  copy.setAttribute('width', String(drawn));
  copy.setAttribute('height', String(tall));
  const line = (x: number, y: number, { size, weight, color }: Letters, text: string) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}">${escapeText(text)}</text>`;
  const foot = notes.map(({ text, color }, index) => {
    const y = top + tall + 12 + (index + 0.7) * LINE_HEIGHT;
    const mark = color ? `<rect x="${MARGIN}" y="${y - 11}" width="12" height="12" rx="3" fill="${color}"/>` : '';
    return mark + line(MARGIN + (color ? 20 : 0), y, NOTE, text);
  });
  const source = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${FONT_NAME}, system-ui, sans-serif">`,
    `<style>${font}</style><rect width="100%" height="100%" fill="${tokens['--surface']}"/>`,
    line(MARGIN, MARGIN + 18, TITLE, title),
    lead ? line(MARGIN, MARGIN + 40, LEAD, lead) : '',
    new XMLSerializer().serializeToString(copy),
    ...foot,
    '</svg>',
  ].join('');
  return { source, width, height };
}

/** A chart as PNG at twice its size, with title and notes. @throws Error when the browser cannot draw it */
export async function chartPicture(picture: Picture): Promise<Blob> {
  const { source, width, height } = compose(picture, await fontRule().catch(() => ''));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  const context = canvas.getContext('2d');
  context?.scale(SCALE, SCALE);
  context?.drawImage(image, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!context || !blob) throw new Error('The browser drew nothing');
  return blob;
}
