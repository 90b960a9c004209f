/** A server message with markup, which must be shown as text. */
export const REFUSAL = 'Razón del servidor <b>en negrita</b>';
