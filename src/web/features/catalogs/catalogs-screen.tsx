import { IconMountain } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { CATALOGS } from '#domain/catalogs.ts';
import { useAddress } from '#web/lib/address.ts';
import { useScreenTitle } from '#web/lib/screen-title.ts';
import { useLeavingPart } from '#web/ui/form/use-unsaved-changes.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { SIDE_TABS } from '#web/ui/shapes/side-tabs.tsx';
import { CatalogEditor } from './catalog-editor.tsx';
import { CatalogIndex } from './catalog-index.tsx';
import { FIRST_LIST, openList } from './catalog-search.ts';
import { GoalsLink } from './goals-link.tsx';

const route = getRouteApi('/formularios');

/** /formularios: the option lists of all forms. */
export function CatalogsScreen() {
  const address = useAddress(route);
  const lista = openList(address.search);
  const catalog = CATALOGS[lista];
  useScreenTitle(`${catalog.title} · Opciones formulario`);
  useLeavingPart('lista', FIRST_LIST);
  return (
    <Page>
      <PageHeader
        title="Opciones formulario"
        description="Once listas que alimentan los formularios."
        actions={
          <Actions tight>
            <GoalsLink />
            <ButtonLink
              to="/formularios/altitudes"
              variant="outline"
              leftSection={<IconMountain size={20} aria-hidden />}
            >
              Altitud de los cantones
            </ButtonLink>
          </Actions>
        }
      />
      <div className={SIDE_TABS.root}>
        <CatalogIndex
          current={lista}
          onOpen={(next) => address.change(() => ({ q: '', pagina: 1, lista: next === FIRST_LIST ? '' : next }))}
        />
        <section className={SIDE_TABS.sheet} aria-labelledby="lista">
          <CatalogEditor key={lista} catalog={catalog} address={address} />
        </section>
      </div>
    </Page>
  );
}
