const COUNTRY_CODE = '593';

/** Whether a text has only digits and the characters that separate them: "+593 (99) 123-4567". */
export const isPhoneText = (text: string): boolean => /^[\d ()+./-]*\d[\d ()+./-]*$/.test(text);

/** The digits of a number without country code and trunk prefix: "0991 234 567" and "+593 99 123 4567" have the same key. The SQL function `phone_key` computes the same. */
export function phoneKey(text: string): string {
  const digits = text.replace(/[^0-9]/g, '');
  const national = /^ *(?:\+|00)/.test(text)
    ? digits.replace(/^(?:00)?593/, '')
    : digits.replace(/^593(?=0?[0-9]{8,9}$)/, '');
  return national.replace(/^0+/, '');
}

/** A mobile number with its country code, without a plus sign ("593991234567"); null for other numbers. */
export function internationalMobile(text: string): string | null {
  const key = phoneKey(text);
  return /^9[0-9]{8}$/.test(key) ? `${COUNTRY_CODE}${key}` : null;
}
