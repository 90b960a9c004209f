import { Group } from '@mantine/core';
import { showDay } from '#domain/calendar.ts';
import type { VisitRow } from '#domain/calls/follow-up.ts';
import { NOT_AVAILABLE } from '#domain/fields/index.ts';
import { toChild } from '#web/records/booklet/booklet-links.ts';
import { PickButton } from '#web/records/my-day/pick-button.tsx';
import { TextLink } from '#web/ui/page/links.tsx';
import { StatusBadge } from '#web/ui/shapes/status-badge.tsx';
import type { ListLayout } from '#web/ui/table/list-rows.tsx';
import { NextDates } from './next-dates.tsx';
import { ContactActions, VisitLink } from './visit-actions.tsx';
import { Reasons } from './visit-reasons.tsx';
import { ageOf, nameOf, pickedChild } from './visited-child.ts';

const placeOf = ({ provincia, canton }: VisitRow) => [provincia, canton].filter(Boolean).join(', ');

/** The table of a wide screen. */
export const visitLayout = (onOpen: (row: VisitRow) => void): ListLayout<VisitRow> => ({
  label: 'Seguimiento',
  columns: [
    {
      name: 'nombres',
      label: 'Nombres y Apellidos',
      width: '17%',
      show: (row) => (
        <>
          <TextLink
            {...toChild(row._id)}
            underline="hover"
            inherit
            display="inline-block"
            py="2xs"
            c="inherit"
            fw="var(--mantine-font-weight-bold)"
            onClick={(event) => event.stopPropagation()}
          >
            {nameOf(row)}
          </TextLink>
          <div>{ageOf(row)}</div>
        </>
      ),
    },
    {
      name: 'motivos',
      label: 'Motivo de la visita',
      width: '25%',
      show: (row) => (
        <>
          <Reasons row={row} />
          <NextDates row={row} />
        </>
      ),
    },
    { name: 'estado', label: 'Estado', show: ({ estado }) => <StatusBadge status={estado} /> },
    { name: 'visto', label: 'Último control', show: ({ visto }) => (visto ? showDay(visto) : NOT_AVAILABLE) },
    { name: 'canton', label: 'Cantón', show: (row) => placeOf(row) || NOT_AVAILABLE },
    {
      name: 'celular',
      label: 'Celular',
      show: (row) => (
        <>
          {row.celular || NOT_AVAILABLE}
          <ContactActions child={pickedChild(row)} />
        </>
      ),
    },
    {
      name: 'responsable',
      label: 'Responsable',
      show: ({ responsable: { nombre, apellido } }) => `${nombre} ${apellido}`,
    },
    {
      name: '_id',
      label: 'Visita',
      show: (row) => (
        <Group gap="2xs" wrap="nowrap" justify="flex-end">
          <PickButton child={pickedChild(row)} />
          <VisitLink id={row._id} />
        </Group>
      ),
    },
  ],
  // A phone shows `VisitCard` instead.
  card: { title: nameOf, lines: [] },
  onOpen,
});
