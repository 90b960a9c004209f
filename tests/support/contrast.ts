const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const isOpaque = (color: string) => (channels(color)[3] ?? 1) === 1;

/** Contrast of a text with the nearest opaque background, by the WCAG formula. */
export function contrastOf(element: Element): number {
  let ground: Element | null = element;
  while (ground && !isOpaque(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement;
  const behind = ground ? getComputedStyle(ground).backgroundColor : 'rgb(255, 255, 255)';
  const [dark = 0, light = 0] = [luminance(getComputedStyle(element).color), luminance(behind)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
