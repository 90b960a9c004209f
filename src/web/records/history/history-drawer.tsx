import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconHistory, IconShieldSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PersonKind } from '#domain/journal/journal.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { can } from '#domain/roles.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { useSession } from '#web/lib/session.ts';
import { recordsBelongingTo } from '#web/records/booklet/records-belonging-to.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Retry, RetryButton } from '#web/ui/feedback/retry.tsx';
import { SideSheet } from '#web/ui/feedback/side-sheet.tsx';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { historyPages } from './history-api.ts';
import { HistoryEntries } from './history-entries.tsx';
import type { HistoryAddress } from './use-history-address.ts';

interface HistoryDrawerProps {
  definition: RecordDefinition;
  id: string;
  name: string;
  address: HistoryAddress;
}

export default function HistoryDrawer({ definition, id, name, address }: HistoryDrawerProps) {
  const { opened } = useLatestShown(address.opened ? true : null);
  // The content stays while the drawer fades out.
  const record = useRef('');
  if (address.opened) record.current = address.record;
  return (
    <SideSheet
      opened={opened}
      onClose={address.close}
      title={record.current ? 'Historial de este registro' : 'Historial'}
      closeLabel="Cerrar historial"
    >
      <History
        key={record.current}
        definition={definition}
        id={id}
        name={name}
        record={record.current}
        onWiden={address.widen}
      />
    </SideSheet>
  );
}

interface HistoryProps extends Omit<HistoryDrawerProps, 'address'> {
  record: string;
  onWiden: () => void;
}

function History({ definition, id, name, record, onWiden }: HistoryProps) {
  const [recordKind, setRecordKind] = useState('');
  const kinds = [definition, ...recordsBelongingTo(definition)].map(({ key, titles }) => [key, titles.short] as const);
  const names = new Map<string, string>(kinds);
  const query = useInfiniteQuery(historyPages({ kind: definition.key as PersonKind, id, record, recordKind }));
  const { data, isFetchingNextPage, hasNextPage, fetchNextPage } = query;
  const failed = hasFailed(query);
  const audits = can(useSession()?.roles ?? [], 'audit');
  return (
    <Stack gap="sm">
      <Text fw="var(--mantine-font-weight-bold)">{name}</Text>
      {record ? (
        <div>
          <Button variant="outline" size="sm" leftSection={<IconHistory size={18} aria-hidden />} onClick={onWiden}>
            Ver todo el historial
          </Button>
        </div>
      ) : (
        <NativeSelect
          label="Tipo de registro"
          value={recordKind}
          onChange={({ currentTarget: { value } }) => setRecordKind(value)}
          rightSection={<IconChevronDown size={18} aria-hidden />}
          data={[{ value: '', label: 'Todos' }, ...kinds.map(([value, label]) => ({ value, label }))]}
        />
      )}
      {!data && failed && <Retry query={query} of="historial" height={280} />}
      {!data && !failed && <SkeletonTable columns={1} label="Cargando el historial…" />}
      {data && failed && !isFetchingNextPage && <RetryButton query={query} of="historial" />}
      {data?.entries.length === 0 && (
        <EmptyState
          title="Todavía no hay cambios"
          message="Aquí verás qué se cambió, quién lo hizo y cuándo."
          picture={definition.key === 'mujer' ? 'mujer' : 'nina'}
        />
      )}
      {data && data.entries.length > 0 && (
        <HistoryEntries entries={data.entries} kindName={(kind) => names.get(kind) ?? definition.titles.short} />
      )}
      {hasNextPage && (
        <Button variant="outline" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Ver más
        </Button>
      )}
      {audits && (
        <Actions>
          <ButtonLink
            to="/admin/auditoria"
            search={{ persona: id }}
            variant="subtle"
            size="sm"
            leftSection={<IconShieldSearch size={18} aria-hidden />}
          >
            Ver en auditoría
          </ButtonLink>
        </Actions>
      )}
    </Stack>
  );
}
