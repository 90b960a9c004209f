import { Box, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCirclePlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FOUND_BY_DEFAULT, type FoundPerson } from '#domain/calls/search.ts';
import { foundPeople } from '#web/lib/booklets/search-api.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { nameOfSearch } from '#web/lib/searches.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { CardList } from '#web/ui/shapes/card-list.tsx';
import { FoundCard } from './found-card.tsx';

const CARD_HEIGHT = 149;

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];

function countText(people: readonly FoundPerson[]): string {
  const total = people.length;
  const children = people.filter(({ tipo }) => tipo === 'nino').length;
  const kinds = [
    ...counted(children, 'niña o niño', 'niñas y niños'),
    ...counted(total - children, 'mujer', 'mujeres'),
  ];
  const text = kinds.join(', ');
  if (total === FOUND_BY_DEFAULT) return `Los más parecidos: ${text}`;
  return kinds.length > 1 ? `${total} personas: ${text}` : text;
}

function NothingFound({ q, onFollow }: PeopleResultsProps) {
  const typed = { q: nameOfSearch(q) };
  const add = { leftSection: <IconCirclePlus size={20} aria-hidden />, onClick: onFollow } as const;
  return (
    <EmptyState
      title={`No encontramos a nadie con «${q}»`}
      message="Revisa cómo está escrito, o busca por cédula, HCU, teléfono o la cédula de la madre. Si es una persona nueva, agrégala."
      action={
        <Group justify="center" gap="xs">
          <ButtonLink to="/ninos/add" search={typed} {...add}>
            Agregar niño
          </ButtonLink>
          <ButtonLink to="/mujer/add" search={typed} variant="outline" {...add}>
            Agregar mujer embarazada
          </ButtonLink>
        </Group>
      }
    />
  );
}

interface PeopleResultsProps {
  /** At least one letter or digit. */
  q: string;
  /** Called when a link of the results is followed. */
  onFollow?: (() => void) | undefined;
}

/** The women and children that a search finds. */
export default function PeopleResults({ q, onFollow }: PeopleResultsProps) {
  const result = useQuery({ ...foundPeople(q), placeholderData: keepPreviousData });
  const { data, isPlaceholderData } = result;
  const failed = hasFailed(result) && !data;
  return (
    <Stack gap="xs" aria-busy={!failed && (!data || isPlaceholderData)}>
      <Text role="status" size="sm" mih="1.5em">
        {isPlaceholderData ? 'Buscando…' : data && data.length > 0 && countText(data)}
        {data?.length === 0 && <VisuallyHidden>Sin resultados</VisuallyHidden>}
      </Text>
      {failed && <Retry query={result} of="la búsqueda" height={CARD_HEIGHT} />}
      {!data && !failed && [0, 1, 2].map((at) => <Skeleton key={at} height={CARD_HEIGHT} radius="lg" />)}
      {data?.length === 0 && !isPlaceholderData && <NothingFound q={q} onFollow={onFollow} />}
      {data && data.length > 0 && (
        // Those of the search before, until its results come.
        <Box opacity={isPlaceholderData ? 0.5 : 1}>
          <CardList>
            {data.map((person) => (
              <FoundCard key={person._id} person={person} q={q} onFollow={onFollow} />
            ))}
          </CardList>
        </Box>
      )}
    </Stack>
  );
}
