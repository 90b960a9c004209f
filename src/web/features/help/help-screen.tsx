import { Button, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { FIELD_HELP, HELP_KEYS } from '#domain/help/explanations.ts';
import { MEASURED } from '#domain/help/measures.ts';
import { can } from '#domain/roles.ts';
import { useAddress } from '#web/lib/address.ts';
import { useSession } from '#web/lib/session.ts';
import { FilterChips } from '#web/records/lists/filter-chips.tsx';
import { SearchBox } from '#web/records/lists/search-box.tsx';
import { type ListState, useListState } from '#web/records/lists/use-list-state.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Toolbar } from '#web/ui/shapes/toolbar.tsx';
import { GuideList } from './guide-list.tsx';
import { GUIDES } from './guides/all-guides.ts';
import { AUDIENCES, type Audience } from './guides/guide.ts';
import { findExplanations, findGuides } from './guides/guide-text.ts';
import { FIELD_AUDIENCES, type FieldAudience } from './help-search.ts';
import { HelpTiles } from './help-tiles.tsx';
import { helpLabel } from './helped-field.ts';
import { QuickGuideCard } from './quick-guide-card.tsx';

const route = getRouteApi('/ayuda');
const { Link } = route;

/** The tab that fits the work of an account. */
function ownAudience(roles: readonly string[]): FieldAudience {
  if (can(roles, 'users')) return 'administracion';
  return can(roles, 'handover') ? 'supervision' : 'brigada';
}

const count = (total: number, one: string, many: string) => `${total} ${total === 1 ? one : many}`;

/** What the search finds: guides, and explanations of fields for those who fill in forms. */
function SearchResults({ list, works }: { list: ListState; works: boolean }) {
  const guides = findGuides(
    GUIDES.filter(({ audience }) => works === (audience !== 'usuario')),
    list.text,
  );
  const fields = works ? findExplanations(HELP_KEYS, list.text, helpLabel) : [];
  return (
    <Stack gap="md">
      <Text role="status" size="sm" c="dimmed">
        {count(guides.length, 'guía', 'guías')}
        {works && ` y ${count(fields.length, 'campo', 'campos')} de los formularios`}
      </Text>
      {guides.length > 0 && <GuideList guides={guides} />}
      {fields.length > 0 && (
        <section aria-labelledby="ayuda-campos">
          <Title order={2} id="ayuda-campos" mb="sm">
            Campos de los formularios
          </Title>
          {/* Fields of different forms may have the same label. */}
          <HelpTiles helps={fields} labelOf={(help) => FIELD_HELP[help].title} />
        </section>
      )}
      {guides.length + fields.length === 0 && (
        <EmptyState
          title="No hay ayuda con esas palabras"
          message="Prueba con otra palabra, como visita, lote o señal."
          action={
            <Button variant="outline" onClick={list.clear}>
              Ver todas las guías
            </Button>
          }
        />
      )}
    </Stack>
  );
}

/** /ayuda: guides for the work of each role, and how to measure. */
export function HelpScreen() {
  const address = useAddress(route);
  const list = useListState(address);
  const roles = useSession()?.roles ?? [];
  const works = can(roles, 'booklet');
  const tab = address.search.para || ownAudience(roles);
  const audience: Audience = works ? tab : 'usuario';
  const isSearching = list.text.trim() !== '';
  return (
    <Page>
      <PageHeader title="Ayuda" description="Guías cortas, también sin señal." />
      <Toolbar>
        <SearchBox list={list} label="¿Qué quieres hacer?" />
        {works && !isSearching && (
          <FilterChips
            label="Para quién"
            choices={FIELD_AUDIENCES.map((value) => ({ value, label: AUDIENCES[value] }))}
            chosen={tab}
            link={(value, chip) => <Link to="." search={(before) => ({ ...before, para: value })} {...chip} />}
          />
        )}
      </Toolbar>
      {isSearching ? (
        <SearchResults list={list} works={works} />
      ) : (
        <Stack gap="lg">
          <GuideList guides={GUIDES.filter((guide) => guide.audience === audience)} />
          {works && (
            <>
              <section aria-labelledby="ayuda-medir">
                <Title order={2} id="ayuda-medir" mb="sm">
                  Cómo medir bien
                </Title>
                <HelpTiles helps={MEASURED} labelOf={helpLabel} />
              </section>
              <QuickGuideCard />
            </>
          )}
        </Stack>
      )}
    </Page>
  );
}
