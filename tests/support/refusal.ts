/** What a server may answer; markup in it is shown as text. */
export const REFUSAL = 'Razón del servidor <b>en negrita</b>';
