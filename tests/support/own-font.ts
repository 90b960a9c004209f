import spanish from '#web/theme/fonts/atkinson-spanish.woff2?url';

// As the page declares it: what fits in its letters need not fit in another font's. Once for all files that share a page.
const font = new FontFace('Atkinson Hyperlegible Next Variable', `url(${spanish})`, { weight: '400 700' });
document.fonts.add(await font.load());
