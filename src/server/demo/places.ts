export const DEMO_PLACES = [
  { provincia: 'CHIMBORAZO', canton: 'COLTA', establecimiento: 'Centro de Salud Colta' },
  { provincia: 'CHIMBORAZO', canton: 'GUAMOTE', establecimiento: 'Centro de Salud Guamote' },
  { provincia: 'TUNGURAHUA', canton: 'SAN PEDRO DE PELILEO', establecimiento: 'Centro de Salud Pelileo' },
  { provincia: 'COTOPAXI', canton: 'PUJILÍ', establecimiento: 'Centro de Salud Pujilí' },
  { provincia: 'MANABÍ', canton: 'PORTOVIEJO', establecimiento: 'Centro de Salud Portoviejo' },
  { provincia: 'ESMERALDAS', canton: 'ELOY ALFARO', establecimiento: 'Centro de Salud Borbón' },
  { provincia: 'NAPO', canton: 'ARCHIDONA', establecimiento: 'Centro de Salud Archidona' },
  { provincia: 'GUAYAS', canton: 'DURÁN', establecimiento: 'Centro de Salud Durán' },
  { provincia: 'LOJA', canton: 'SARAGURO', establecimiento: 'Centro de Salud Saraguro' },
  { provincia: 'IMBABURA', canton: 'OTAVALO', establecimiento: 'Centro de Salud Otavalo' },
] as const;
