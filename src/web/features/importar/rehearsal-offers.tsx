import { Button, Stack } from '@mantine/core';
import { IconInfoCircle, IconListDetails, IconNumber0 } from '@tabler/icons-react';
import type { Import } from '#domain/calls/importing.ts';
import { targetsOf } from '#domain/importing/target.ts';
import { can } from '#domain/roles.ts';
import { useSession } from '#web/lib/session.ts';
import { Callout } from '#web/ui/shapes/callout.tsx';
import { definitionOf } from './import-kinds.ts';
import { joined, rowCount } from './import-words.ts';
import { type ColumnChoice, columnsOf, putColumns } from './imports-api.ts';
import type { ImportAction } from './use-import-action.ts';

/** More new options of a list are not named. */
const NAMED = 5;

interface OffersProps {
  current: Import;
  action: ImportAction;
}

/** What the reader of the file noticed. */
export function ReaderNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Callout tone="none" icon={<IconInfoCircle size={20} aria-hidden />}>
      <b>Al leer el archivo</b>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Callout>
  );
}

function LostZeros({ current, action }: OffersProps) {
  const { _id, cerosPerdidos, ceros } = current;
  const change = (next: boolean) =>
    action.run('columnas', () => putColumns(_id, { columnas: columnsOf(current), ceros: next }));
  if (cerosPerdidos === 0 && !ceros) return null;
  const loading = action.running === 'columnas';
  return (
    <Callout tone={ceros ? 'ok' : 'warn'} icon={<IconNumber0 size={20} aria-hidden />}>
      {ceros ? (
        <p>
          <b>Se devolvió el cero inicial a las cédulas que lo perdieron.</b>
        </p>
      ) : (
        <p>
          <b>En {rowCount(cerosPerdidos)} a la cédula le falta el cero inicial.</b> Excel lo quita cuando la columna no
          es de texto. Con el cero son cédulas válidas.
        </p>
      )}
      <Button variant={ceros ? 'subtle' : 'outline'} mt="xs" loading={loading} onClick={() => void change(!ceros)}>
        {ceros ? 'Dejarlas como en el archivo' : 'Devolver el cero'}
      </Button>
    </Callout>
  );
}

interface NewOptionsProps extends OffersProps {
  field: string;
  label: string;
  mayAdd: boolean;
}

/** Values of a column that its option list does not have. */
function NewOptions({ current, action, field, label, mayAdd }: NewOptionsProps) {
  const { _id, opcionesNuevas, agregar } = current;
  const { valores = [], filas = 0 } = opcionesNuevas.find(({ campo }) => campo === field) ?? {};
  const adds = agregar.includes(field);
  const more = valores.length - NAMED;
  const values = [...valores.slice(0, NAMED).map((value) => `«${value}»`), ...(more > 0 ? [`${more} más`] : [])];
  const change = () => {
    const next: ColumnChoice = {
      columnas: columnsOf(current),
      agregar: adds ? agregar.filter((one) => one !== field) : [...agregar, field],
    };
    return action.run('columnas', () => putColumns(_id, next));
  };
  return (
    <Callout tone={adds ? 'ok' : 'warn'} icon={<IconListDetails size={20} aria-hidden />}>
      <p>
        <b>
          {label}:{' '}
          {adds
            ? 'las opciones nuevas se agregarán a la lista'
            : `${rowCount(filas)} con opciones que no están en la lista`}
          .
        </b>{' '}
        {values.length > 0 && `${joined(values)}. `}
        {!adds &&
          (mayAdd
            ? 'Corrígelas en el archivo, o agrégalas si son correctas.'
            : 'Corrígelas en el archivo, o pide a quien administra que las agregue.')}
      </p>
      {mayAdd && (
        <Button
          variant={adds ? 'subtle' : 'outline'}
          mt="xs"
          loading={action.running === 'columnas'}
          aria-label={adds ? `No agregarlas: ${label}` : `Agregar a la lista: ${label}`}
          onClick={() => void change()}
        >
          {adds ? 'No agregarlas' : 'Agregar a la lista'}
        </Button>
      )}
    </Callout>
  );
}

/** What a rehearsal offers to mend in all rows at once. Each choice rehearses again. */
export function RehearsalOffers(props: OffersProps) {
  const { tipo, opcionesNuevas, agregar, avisos } = props.current;
  const mayAdd = can(useSession()?.roles ?? [], 'catalogs.write');
  const fields = [...new Set([...opcionesNuevas.map(({ campo }) => campo), ...agregar])];
  const targets = targetsOf(definitionOf(tipo));
  return (
    <Stack gap="xs">
      <LostZeros {...props} />
      {fields.map((field) => (
        <NewOptions
          key={field}
          {...props}
          field={field}
          label={targets.find(({ key }) => key === field)?.label ?? field}
          mayAdd={mayAdd}
        />
      ))}
      <ReaderNotes notes={avisos} />
    </Stack>
  );
}
