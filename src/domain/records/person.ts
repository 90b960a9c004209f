import type { Fields } from '../fields/index.ts';

export const PERSON_SECTIONS = [
  { key: 'identidad', title: 'Identificación' },
  { key: 'contacto', title: 'Contacto' },
  { key: 'lugar', title: 'Lugar y establecimiento' },
] as const;

export const PERSON_FAILURES = {
  saveFailed: 'Hubo un error al guardar la información.',
  updateFailed: 'Hubo un error al actualizar la información.',
  deleteFailed: 'Hubo un error al eliminar la información.',
} as const;

export const person = {
  documents: {
    hcu: { kind: 'text', label: 'HCU', hint: 'Número de historia clínica única', required: true, section: 'identidad' },
    cedula: {
      kind: 'text',
      label: 'Cédula',
      max: 20,
      document: true,
      required: true,
      section: 'identidad',
      column: true,
    },
  },
  names: {
    nombres: { kind: 'text', label: 'Nombres', required: true, upperCase: true, section: 'identidad', column: true },
    apellidos: {
      kind: 'text',
      label: 'Apellidos',
      required: true,
      upperCase: true,
      section: 'identidad',
      column: true,
    },
  },
  disability: {
    discapacidad: {
      kind: 'choice',
      label: 'Discapacidad',
      help: 'discapacidad',
      options: [
        { value: 'No', label: 'No' },
        { value: 'Si', label: 'Sí' },
      ],
      default: 'No',
      section: 'identidad',
    },
    detalleDiscapacidad: {
      kind: 'text',
      label: 'Detalle Discapacidad',
      help: 'discapacidad',
      catalog: 'discapacidad',
      visibleWhen: { field: 'discapacidad', equals: 'Si' },
      section: 'identidad',
    },
  },
  contact: {
    telfdomicilio: { kind: 'text', label: 'Teléfono Domicilio', phone: true, section: 'contacto' },
    celular: { kind: 'text', label: 'Celular', phone: true, section: 'contacto' },
    direccion: { kind: 'text', label: 'Dirección', max: 300, upperCase: true, section: 'contacto' },
  },
  place: {
    zona: { kind: 'text', label: 'Zona', upperCase: true, section: 'lugar' },
    provincia: { kind: 'province', label: 'Provincia', section: 'lugar', column: true },
    canton: { kind: 'canton', label: 'Cantón', within: 'provincia', section: 'lugar', column: true },
    parroquia: { kind: 'text', label: 'Parroquia', upperCase: true, section: 'lugar' },
    establecimiento: { kind: 'text', label: 'Establecimiento', catalog: 'establecimiento', section: 'lugar' },
  },
} as const satisfies Record<string, Fields>;
