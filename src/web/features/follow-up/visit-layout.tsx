import { Box, Button } from '@mantine/core';
import { IconAlertTriangle, IconCalendarDue, IconPhone, IconTrendingDown, IconVaccine } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { showAge, showDay, today } from '#domain/calendar.ts';
import type { VisitRow } from '#domain/calls/follow-up.ts';
import { NOT_AVAILABLE } from '#domain/fields/index.ts';
import { VISIT_REASONS, type VisitReason } from '#domain/follow-up/visits.ts';
import { toChild } from '#web/records/booklet/booklet-links.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { StatusBadge } from '#web/ui/shapes/status-badge.tsx';
import type { ListLayout } from '#web/ui/table/list-rows.tsx';
import classes from './visit-layout.module.css';

const ICONS = {
  cruce: IconTrendingDown,
  desnutricion: IconAlertTriangle,
  control: IconCalendarDue,
  vacunas: IconVaccine,
} satisfies Record<VisitReason, unknown>;
const URGENT: readonly VisitReason[] = ['cruce', 'desnutricion'];

/** The reasons for a visit, the most urgent first. */
function Reasons({ row }: { row: VisitRow }) {
  return (
    <ul className={classes.reasons}>
      {row.motivos.map(({ motivo, texto }) => {
        const Icon = ICONS[motivo];
        return (
          <li key={motivo} data-urgent={URGENT.includes(motivo) || undefined}>
            <Icon size={18} aria-hidden />
            <span>
              <strong>{VISIT_REASONS[motivo]}.</strong> {texto}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const nameOf = ({ nombres, apellidos }: VisitRow) => `${nombres} ${apellidos}`.trim().toLocaleUpperCase('es');
const ageOf = ({ fechanacimiento }: VisitRow) =>
  fechanacimiento ? showAge(fechanacimiento, today()) : 'Sin fecha de nacimiento';
const placeOf = ({ provincia, canton }: VisitRow) => [provincia, canton].filter(Boolean).join(', ');
const responsibleOf = ({ responsable }: VisitRow) => `${responsable.nombre} ${responsable.apellido}`;

const CallButton = ({ celular }: VisitRow) => (
  <Button
    component="a"
    href={`tel:${celular.replaceAll(/[^\d+]/g, '')}`}
    variant="subtle"
    size="sm"
    ml="-sm"
    leftSection={<IconPhone size={18} aria-hidden />}
    data-above
  >
    Llamar al {celular}
  </Button>
);

export const visitLayout = (onOpen: (row: VisitRow) => void): ListLayout<VisitRow> => ({
  label: 'Seguimiento',
  columns: [
    {
      name: 'nombres',
      label: 'Nombres y Apellidos',
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
      onPhone: (row) => [ageOf(row), placeOf(row)].filter(Boolean).join(' · '),
    },
    { name: 'motivos', label: 'Motivo de la visita', width: '38%', show: (row) => <Reasons row={row} /> },
    {
      name: 'estado',
      label: 'Estado',
      show: ({ estado }) => <StatusBadge status={estado} />,
      onPhone: ({ estado }) => (
        <Box mt="xs">
          <StatusBadge status={estado} />
        </Box>
      ),
    },
    { name: 'visto', label: 'Último control', show: ({ visto }) => (visto ? showDay(visto) : NOT_AVAILABLE) },
    { name: 'canton', label: 'Cantón', show: (row) => placeOf(row) || NOT_AVAILABLE },
    {
      name: 'celular',
      label: 'Celular',
      show: ({ celular }) => celular || NOT_AVAILABLE,
      onPhone: (row) => row.celular && <CallButton {...row} />,
    },
    {
      name: 'responsable',
      label: 'Responsable',
      show: responsibleOf,
      onPhone: (row) => <p>{[row.direccion, responsibleOf(row)].filter(Boolean).join(' · ')}</p>,
    },
  ],
  card: {
    title: (row) => <Link {...toChild(row._id)}>{nameOf(row)}</Link>,
    leads: true,
    lines: ['nombres'],
    below: ['estado', 'motivos', 'responsable', 'celular'],
  },
  onOpen,
});
