/** How every CSV of the product is written, so that Excel in es-EC opens it right: semicolons, UTF-8 with BOM, no cell that becomes a formula. */
export const CSV_FORMAT = { delimiter: ';', bom: true, escapeFormulae: true } as const;
export const CSV_TYPE = 'text/csv; charset=utf-8';
