import { Button, FileButton, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconFileUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { MappingRehearsal } from '#domain/calls/dhis2.ts';
import { MAPPED_KINDS, type MappedKind } from '#domain/dhis2/mapping.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { decodeText } from '#web/lib/decode-text.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { Callout } from '#web/ui/shapes/callout.tsx';
import { refreshCodes, rehearseCodes, saveCodes } from './dhis2-api.ts';
import { whole } from './dhis2-words.ts';

const LARGEST_FILE = 500 * 1024;
const SHOWN = 100;

/** @throws Error with a sentence for the user */
async function textOf(file: File): Promise<string> {
  // A picture is refused as one, however large it is.
  const text = decodeText(await file.slice(0, LARGEST_FILE).arrayBuffer());
  if (file.size > LARGEST_FILE) throw new Error('El archivo es demasiado grande: no debe pasar de 500 kB.');
  return text;
}

const orNone = (code: string) => code || 'sin código';

/** The first rows of a list, and how many more there are. */
function FirstRows({ rows }: { rows: readonly string[] }) {
  const more = rows.length - SHOWN;
  return (
    <ul>
      {rows.slice(0, SHOWN).map((row) => (
        <li key={row} style={{ overflowWrap: 'anywhere' }}>
          {row}
        </li>
      ))}
      {more > 0 && <li>Y {whole(more)} más.</li>}
    </ul>
  );
}

const problemRows = ({ problemas }: MappingRehearsal) => problemas.map(({ fila, msg }) => `Fila ${fila}: ${msg}.`);
const changeRows = ({ cambios }: MappingRehearsal) =>
  cambios.map(
    ({ tipo, nombre, antes, codigo }) => `${MAPPED_KINDS[tipo]} ${nombre}: ${orNone(antes)} → ${orNone(codigo)}`,
  );

const countOfCodes = (count: number) => (count === 1 ? '1 código' : `${whole(count)} códigos`);

interface RehearsalProps {
  rehearsal: MappingRehearsal;
  saving: boolean;
  onSave: () => void;
  onCancel: () => void;
}

/** What a file would change, before anything is written. */
function Rehearsal({ rehearsal, saving, onSave, onCancel }: RehearsalProps) {
  const { cambios, problemas, iguales } = rehearsal;
  const usable = problemas.length === 0 && cambios.length > 0;
  return (
    <Stack component="section" gap="xs" aria-label="Ensayo de la tabla">
      {problemas.length > 0 && (
        <Callout tone="low" role="alert" icon={<IconAlertCircle size={20} aria-hidden />}>
          <b>No se cambió nada. Corrige el archivo y súbelo de nuevo.</b>
          <FirstRows rows={problemRows(rehearsal)} />
        </Callout>
      )}
      {problemas.length === 0 && (
        <Text role="status">
          {cambios.length === 0 ? 'La tabla no cambia nada.' : `Cambia ${countOfCodes(cambios.length)}.`}
          {iguales > 0 && ` ${whole(iguales)} quedan igual.`}
        </Text>
      )}
      {usable && <FirstRows rows={changeRows(rehearsal)} />}
      <Actions>
        <Button variant="outline" onClick={onCancel}>
          {usable ? 'Cancelar' : 'Cerrar'}
        </Button>
        {usable && (
          <Button color="achiote" loading={saving} onClick={onSave}>
            Guardar {countOfCodes(cambios.length)}
          </Button>
        )}
      </Actions>
    </Stack>
  );
}

/** Takes a table of codes from a CSV: first a rehearsal, then all of it or nothing. What is wrong with a file is shown until another list is chosen. */
export function CodeFile({ list }: { list: MappedKind }) {
  const [rehearsal, setRehearsal] = useState<MappingRehearsal | null>(null);
  const [problem, setProblem] = useState('');
  const [shownList, setShownList] = useState(list);
  if (list !== shownList) {
    setShownList(list);
    setProblem('');
    if (rehearsal && rehearsal.problemas.length > 0) setRehearsal(null);
  }
  const [busy, setBusy] = useState(false);
  const resetFile = useRef<() => void>(null);

  const whileBusy = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File | null) =>
    whileBusy(async () => {
      if (!file) return;
      setProblem('');
      try {
        setRehearsal(await rehearseCodes(await textOf(file)));
      } catch (error) {
        setProblem(errorDetail(error));
      }
      resetFile.current?.();
    });
  const save = (cambios: MappingRehearsal['cambios']) =>
    whileBusy(async () => {
      try {
        const { message } = await saveCodes(cambios.map(({ nombre: _, ...change }) => change));
        notify.success({ title: '¡Información Actualizada!', message });
        setRehearsal(null);
      } catch (error) {
        notify.error({ title: 'Error', message: `No se guardó ningún código.\n${errorDetail(error)}` });
      }
      void refreshCodes();
    });

  return (
    <Stack gap="sm" my="sm">
      {problem && (
        <Callout tone="low" role="alert" icon={<IconAlertCircle size={20} aria-hidden />}>
          {problem}
        </Callout>
      )}
      {rehearsal ? (
        <Rehearsal
          rehearsal={rehearsal}
          saving={busy}
          onSave={() => void save(rehearsal.cambios)}
          onCancel={() => setRehearsal(null)}
        />
      ) : (
        <FileButton resetRef={resetFile} accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button
              {...props}
              variant="outline"
              style={{ alignSelf: 'start' }}
              leftSection={<IconFileUpload size={20} aria-hidden />}
              loading={busy}
            >
              Subir tabla
            </Button>
          )}
        </FileButton>
      )}
    </Stack>
  );
}
