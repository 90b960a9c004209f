/** The sources, consulted in November 2026; an official table supersedes them. The 2019 manual (Acuerdo 00063-2019) was not readable. */
export const VACCINE_SOURCES = {
  SPEC: { title: 'Especificación de la Libreta Integral de Salud (recuadro del formulario de vacuna)' },
  'FORM-TEMPRANO': { title: 'MSP, concentrado de vacunación «captación temprana» (rótulos del formulario)' },
  'FORM-TARDIO': { title: 'MSP, concentrado de vacunación «captación tardía» (rótulos del formulario)' },
  'MSP-2025-07': {
    title: 'MSP, 11/07/2025: SRP, primera dosis a los 12 meses y refuerzo',
    url: 'https://www.salud.gob.ec/ecuador-refuerza-la-vigilancia-y-vacunacion-ante-alerta-regional-por-sarampion-y-rubeola',
  },
  'EXPRESO-2025-08': {
    title: 'Expreso, agosto de 2025: cambios del esquema desde el 19/08/2025',
    url: 'https://www.expreso.ec/actualidad/ecuador-incluye-nuevas-vacunas-al-esquema-nacional-conoce-dosis-edades-y-beneficios-253969.html',
  },
  'ECUAVISA-2025-08': {
    title: 'Ecuavisa, agosto de 2025: el MSP actualiza su esquema de vacunación',
    url: 'https://www.ecuavisa.com/noticias/sociedad/ministerio-de-salud-actualiza-su-esquema-de-vacunacion-AN9960507',
  },
  'TELEAMAZONAS-2025-08': {
    title: 'Teleamazonas, agosto de 2025: cambios en el esquema de vacunación',
    url: 'https://www.teleamazonas.com/actualidad/noticias/sociedad/cambios-esquema-vacunacion-ecuador-agosto-2025-100846/',
  },
  'EXPRESO-CALENDARIO': {
    title: 'Expreso: calendario de vacunación del MSP, Unicef y OPS',
    url: 'https://www.expreso.ec/servicios/msp-impulsa-campana-de-vacunacion-calendario-refuerzos-y-puntos-de-atencion-273562.html',
  },
  DAKOTA: {
    title: 'farras.live: vacunas que todo niño debe tener hasta los 5 años (esquema previo)',
    url: 'https://farras.live/vacunas-que-todo-nino-debe-tener-hasta-los-5-anos/amp',
  },
  'DIALOGUEMOS-2024': {
    title: 'Dialoguemos, junio de 2024: rotavirus a los 2 y 4 meses, hasta los 8 meses de vida',
    url: 'https://dialoguemos.ec/2024/06/campana-para-prevenir-el-rotavirus-en-ecuador/',
  },
  'ELUNIVERSO-SRP': {
    title: 'El Universo: SRP, dos dosis entre los 12 y los 36 meses',
    url: 'https://www.eluniverso.com/larevista/salud/a-traves-de-sms-se-invita-a-padres-a-vacunar-a-sus-hijos-contra-el-sarampion-polio-difteria-y-tosferina-nota/',
  },
  'FA-2025': {
    title: 'Ecuador 221: fiebre amarilla, dosis única desde los 12 meses hasta los 59 años',
    url: 'https://ecuador221.com.ec/vacunacion-contra-fiebre-amarilla-en-ecuador-toma-poco-tiempo',
  },
  'INFLUENZA-2025': {
    title: 'Teleamazonas y Expreso: influenza 2025-2026, desde los 6 meses; dos dosis entre los 6 y los 11 meses',
    url: 'https://www.teleamazonas.com/actualidad/noticias/ecuador/ecuador-empieza-campana-vacunacion-influenza-marzo-2026-107261/',
  },
} as const satisfies Record<string, { readonly title: string; readonly url?: string }>;

export type VaccineSource = keyof typeof VACCINE_SOURCES;
