const LOGO = '/logo.svg';
/** Enough for 600 dpi at the printed size. */
const PIXELS_HIGH = 360;

export interface Logo {
  data: string;
  ratio: number;
}

/** Width divided by height, from the view box or the attributes. */
function proportions(svg: Element): number {
  const [, , width, height] = (svg.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (width && height) return width / height;
  const own = Number.parseFloat(svg.getAttribute('width') ?? '') / Number.parseFloat(svg.getAttribute('height') ?? '');
  return own > 0 && Number.isFinite(own) ? own : 1;
}

async function draw(): Promise<Logo> {
  const response = await fetch(LOGO);
  const svg = new DOMParser().parseFromString(await response.text(), 'image/svg+xml').documentElement;
  if (!response.ok || svg.tagName !== 'svg') throw new Error(`no drawing at ${LOGO}`);
  const ratio = proportions(svg);
  const [width, height] = [Math.round(PIXELS_HIGH * ratio), PIXELS_HIGH];
  // Firefox draws an SVG without a size as nothing.
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return { data: canvas.toDataURL('image/png'), ratio };
}

/** Loads the logo, which a ministry may have replaced; null if it cannot be drawn. */
export async function loadLogo(): Promise<Logo | null> {
  try {
    return await draw();
  } catch (error) {
    console.warn('The PDF has no logo:', error instanceof Error ? error.message : error);
    return null;
  }
}
