const COUNTRY_CODE = '593';

/** Digits of a telephone, or '' if the text has other characters than those that separate digits. */
function digitsOf(text: string): string {
  return /^[\d\s()+./-]*$/.test(text) ? text.replace(/\D/g, '') : '';
}

/** The number without country code and trunk prefix: "0991 234 567" and "+593 99 123 4567" have the same key. '' for other texts. */
export function phoneKey(text: string): string {
  return digitsOf(text).replace(/^(?:00)?593(?=\d{8,9}$)/, '').replace(/^0+/, '');
}

/** A mobile number with its country code, without a plus sign ("593991234567"); null for other numbers. */
export function internationalMobile(text: string): string | null {
  const key = phoneKey(text);
  return /^9\d{8}$/.test(key) ? `${COUNTRY_CODE}${key}` : null;
}
