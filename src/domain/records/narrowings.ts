/**
 * What a list of people can be narrowed by beside the fields of its declaration's `filters`.
 * `sexo`: that field. `estado`: the status kept on the child. `responsable`: the id of who recorded it.
 * `mes`: a month `YYYY-MM` in which the child had a control.
 */
export type Narrowing = 'sexo' | 'estado' | 'responsable' | 'mes';
