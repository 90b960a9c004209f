import { IconMountain } from '@tabler/icons-react';
import { CATALOG_KEYS, CATALOGS, type CatalogKey } from '#domain/catalogs.ts';
import { useScreenTitle } from '#web/lib/screen-title.ts';
import book from '#web/ui/booklet/booklet.module.css';
import { useSection } from '#web/ui/booklet/use-section.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { CatalogEditor } from './catalog-editor.tsx';
import { CatalogIndex } from './catalog-index.tsx';

/** /formularios: the option lists of every form, one open at a time. */
export function CatalogsScreen() {
  const { current, open } = useSection(CATALOG_KEYS, false, 'lista');
  const catalog = CATALOGS[current as CatalogKey];
  useScreenTitle(`${catalog.title} · Opciones formulario`);
  return (
    <Page>
      <PageHeader
        title="Opciones formulario"
        description="Once listas que alimentan los formularios."
        actions={
          <ButtonLink
            to="/formularios/altitudes"
            variant="outline"
            leftSection={<IconMountain size={20} aria-hidden />}
          >
            Altitud de los cantones
          </ButtonLink>
        }
      />
      <div className={book.book}>
        <CatalogIndex current={catalog.key} onOpen={open} />
        <section className={book.sheet} aria-labelledby="lista">
          <CatalogEditor key={catalog.key} catalog={catalog} />
        </section>
      </div>
    </Page>
  );
}
