/** The sentences of section 8 of the specification about saving and deleting, copied from it and not from the declarations. */
export interface SectionEight {
  /** The heading above the server's sentence. */
  readonly saved: string;
  readonly deleted: string;
  readonly saveFailed: string;
  readonly deleteFailed: string;
}

const ofWomen = (saveFailed: string, deleteFailed: string): SectionEight => ({
  saved: '¡Información Guardada!',
  deleted: 'Éxito',
  saveFailed,
  deleteFailed,
});
const ofChildren = (saveFailed: string, deleteFailed: string): SectionEight => ({
  saved: 'Éxito',
  deleted: 'Éxito',
  saveFailed,
  deleteFailed,
});

export const SECTION_8 = {
  etmi: ofWomen(
    'Hubo un error al guardar la información de ETMI.', //
    'Hubo un error al eliminar el registro ETMI.',
  ),
  controlmujer: ofWomen(
    'Hubo un error al guardar la información de Control Mujer.',
    'Hubo un error al eliminar el registro de Control Mujer.',
  ),
  vacunamujer: ofWomen(
    'Hubo un error al guardar la información de Vacuna Mujer.',
    'Hubo un error al eliminar el registro de Vacuna Mujer.',
  ),
  rn: ofChildren(
    'Hubo un error al guardar la información.',
    'Hubo un error al eliminar el registro de Salud infantil Recién Nacido.',
  ),
  control: ofChildren(
    'Hubo un error al guardar la información de control.',
    'Hubo un error al eliminar el registro.', //
  ),
  vacuna: ofChildren(
    'Hubo un error al guardar la información de vacuna.',
    'Hubo un error al eliminar el registro de vacuna.',
  ),
  tamizaje: ofChildren(
    'Hubo un error al guardar la información de tamizaje.',
    'Hubo un error al eliminar el registro de tamizaje.',
  ),
  anemia: ofChildren(
    'Hubo un error al guardar la información de anemia.',
    'Hubo un error al eliminar el registro de anemia.',
  ),
} as const satisfies Record<string, SectionEight>;

export const sectionEightOf = (key: string): SectionEight => {
  const words = (SECTION_8 as Record<string, SectionEight>)[key];
  if (!words) throw new Error(`section 8 says nothing about ${key}`);
  return words;
};
