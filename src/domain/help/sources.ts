/** The documents that the explanations follow, as they are cited. */
export const HELP_SOURCES = {
  'OMS-MEDIR-2008': 'OMS (2008). Training Course on Child Growth Assessment, Module B: Measuring a Child’s Growth',
  'OMS-MGRS-2004':
    'De Onis y otros (2004). Measurement and standardization protocols for anthropometry used in the construction of a new international growth reference. Food and Nutrition Bulletin 25(1), supl. 1',
  'OMS-SANGRE-2010': 'OMS (2010). WHO guidelines on drawing blood: best practices in phlebotomy',
  'OMS-HEMOGLOBINA-2024':
    'OMS (2024). Guideline on haemoglobin cutoffs to define anaemia in individuals and populations',
  'OMS-ALIMENTACION-2021':
    'OMS y UNICEF (2021). Indicators for assessing infant and young child feeding practices: definitions and measurement methods',
  'OMS-VACUNAR-2015': 'OMS (2015). Immunization in practice: a practical guide for health staff',
  'OMS-CIE-10': 'OMS. Clasificación internacional de enfermedades, décima revisión (CIE-10)',
  'OPS-PERINATAL-2010':
    'OPS, CLAP/SMR (2010). Historia clínica perinatal: instrucciones de llenado y definición de términos. Publicación científica 1572',
  'OPS-ETMI-2017':
    'OPS (2017). ETMI Plus. Marco para la eliminación de la transmisión maternoinfantil del VIH, la sífilis, la hepatitis y la enfermedad de Chagas',
  'AAP-APGAR-2015': 'American Academy of Pediatrics y ACOG (2015). The Apgar Score. Pediatrics 136(4)',
  'ACOG-TRIMESTRES': 'ACOG. How Your Fetus Grows During Pregnancy (FAQ156)',
  'MSP-PRENATAL-2015': 'MSP del Ecuador (2015). Control prenatal. Guía de práctica clínica',
  'MSP-NINEZ-2018': 'MSP del Ecuador (2018). Atención integral a la niñez. Manual',
  'MSP-MICRONUTRIENTES-2011':
    'MSP del Ecuador (2011). Normas, protocolos y consejería para la suplementación con micronutrientes',
  LIBRETA: 'Reglas de la Libreta Integral de Salud',
} as const;

export type HelpSource = keyof typeof HELP_SOURCES;
