import { Box, Button } from '@mantine/core';
import { IconArrowsExchange, IconInbox } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { showDay } from '#domain/calendar.ts';
import type { Custodian, Handover } from '#domain/calls/handover.ts';
import { useAddress } from '#web/lib/address.ts';
import { loadFailed } from '#web/lib/load-failure.ts';
import { bookletCount } from '#web/records/handover/account-field.tsx';
import { accountName, custodianById } from '#web/records/handover/handover-api.ts';
import type { HandoverRequest } from '#web/records/handover/handover-dialog.tsx';
import { ListScreen } from '#web/records/lists/list-screen.tsx';
import { RemovableFilters } from '#web/records/lists/removable-filters.tsx';
import { useListState } from '#web/records/lists/use-list-state.ts';
import { HUB_PATH } from '#web/records/patients/patient-kind.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { ACCOUNT_FILTERS, HandoverFilters } from './handover-filters.tsx';
import { HANDOVER_LAYOUT } from './handover-layout.tsx';
import { HANDOVERS_LABEL, handoverPage } from './handover-list-api.ts';
import { HANDOVER_FILTERS } from './handover-search.ts';

const HandoverDialog = lazyPart(() => import('#web/records/handover/handover-dialog.tsx'));
const PAGE_SIZE = 20;
const route = getRouteApi('/traspasos');

const count = (total: string) => (total === '1' ? '1 traspaso' : `${total} traspasos`);

const isAccountFilter = (name: string): name is keyof typeof ACCOUNT_FILTERS => name in ACCOUNT_FILTERS;

/** The text of a filter; names not chosen on this page come from the rows. */
function filterText(name: string, value: string, named: ReadonlyMap<string, string>, [first]: Handover[]): string {
  if (isAccountFilter(name))
    return `${ACCOUNT_FILTERS[name]}: ${named.get(value) ?? (first ? accountName(first[name]) : 'la cuenta elegida')}`;
  if (name === 'persona') return `Persona: ${first?.persona?.nombre ?? 'la elegida'}`;
  return `${name === 'desde' ? 'Desde' : 'Hasta'}: ${showDay(value)}`;
}

/** The remaining booklets of the account that is filtered by, with a button to hand them over. */
function RemainingBooklets({ id, onHandOver }: { id: string; onHandOver: (account: Custodian) => void }) {
  const [account] = useQuery(custodianById(id)).data?.rows ?? [];
  if (!account || account.libretas === 0) return null;
  return (
    <Box mb="md">
      <Note>
        {accountName(account)} tiene {bookletCount(account.libretas)} a su cargo.{' '}
        <Button variant="subtle" size="sm" px={0} onClick={() => onHandOver(account)}>
          Traspasar {account.libretas === 1 ? 'su libreta' : 'todas sus libretas'}
        </Button>
      </Note>
    </Box>
  );
}

/** /traspasos: the hand-overs, and a button to hand over all booklets of an account. */
export function HandoversScreen() {
  const address = useAddress(route);
  const { de } = address.search;
  const list = useListState(address, HANDOVER_FILTERS, PAGE_SIZE);
  const result = useQuery({ ...handoverPage(list.request), placeholderData: keepPreviousData });
  const [named, setNamed] = useState<ReadonlyMap<string, string>>(new Map());
  const [handing, setHanding] = useState<HandoverRequest | null>(null);
  return (
    <ListScreen
      title="Traspasos"
      count={count}
      back={<BackLink to={HUB_PATH}>Volver</BackLink>}
      actions={
        <Actions>
          <ButtonLink to="/traspasos/retenidos" variant="outline" leftSection={<IconInbox size={20} aria-hidden />}>
            Envíos retenidos
          </ButtonLink>
          <Button
            color="achiote"
            leftSection={<IconArrowsExchange size={20} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setHanding({ de: null })}
          >
            Traspasar todo lo de una brigada
          </Button>
        </Actions>
      }
      above={
        <>
          <HandoverFilters address={address} onNamed={(id, name) => setNamed(new Map(named).set(id, name))} />
          <RemovableFilters
            list={list}
            textOf={(name, value) => filterText(name, value, named, result.data?.rows ?? [])}
          />
          {de && <RemainingBooklets id={de} onHandOver={(account) => setHanding({ de: account })} />}
        </>
      }
      list={list}
      result={result}
      texts={{
        loadFailed: loadFailed(HANDOVERS_LABEL),
        empty: 'Todavía no se ha traspasado nada',
        emptyHint: 'Aquí verás qué libretas pasaron de una brigada a otra, quién lo hizo y por qué.',
        searchHint: 'Quita algún filtro para ver más.',
      }}
      layout={HANDOVER_LAYOUT}
      after={<HandoverDialog handing={handing} onClose={() => setHanding(null)} />}
    />
  );
}
