import spanish from '#web/theme/fonts/atkinson-spanish.woff2?url';

// Loads the page's own font once for all files that share a page, because texts have other widths in another font.
const font = new FontFace('Atkinson Hyperlegible Next Variable', `url(${spanish})`, { weight: '400 700' });
document.fonts.add(await font.load());
