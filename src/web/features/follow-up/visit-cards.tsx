import { Box, Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { VisitRow } from '#domain/calls/follow-up.ts';
import { CardList, ListedCard } from '#web/ui/shapes/card-list.tsx';
import { StatusBadge } from '#web/ui/shapes/status-badge.tsx';
import { ageOf, nameOf, placeOf, Reasons, responsibleOf } from './visit-facts.tsx';

/** The list of a phone: who, why, where, and the number to call. */
export function VisitCards({ rows }: { rows: VisitRow[] }) {
  return (
    <CardList>
      {rows.map((row) => (
        <ListedCard
          key={row._id}
          leads
          title={
            <Link to="/ninos/$ninoId" params={{ ninoId: row._id }}>
              {nameOf(row)}
            </Link>
          }
        >
          <p>{[ageOf(row), placeOf(row)].filter(Boolean).join(' · ')}</p>
          <Box mt="xs">
            <StatusBadge status={row.estado} />
          </Box>
          <Reasons row={row} />
          <p>{[row.direccion, responsibleOf(row)].filter(Boolean).join(' · ')}</p>
          {row.celular && (
            <Button
              component="a"
              href={`tel:${row.celular.replaceAll(/[^\d+]/g, '')}`}
              variant="subtle"
              size="sm"
              ml="-sm"
              leftSection={<IconPhone size={18} aria-hidden />}
              data-above
            >
              Llamar al {row.celular}
            </Button>
          )}
        </ListedCard>
      ))}
    </CardList>
  );
}
