import { Button, FileButton, Textarea } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ManyReport } from '#domain/calls/catalogs.ts';
import type { CatalogDefinition } from '#domain/catalogs.ts';
import { manyOptionsSchema } from '#domain/fields/catalog-option.ts';
import { errorDetail, errorMessage } from '#web/lib/api-errors.ts';
import { decodeText } from '#web/lib/decode-text.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import { Actions } from '#web/ui/shapes/actions.tsx';
import classes from './catalogs.module.css';
import { createMany, refreshCatalog } from './catalogs-api.ts';
import { ManyReportView } from './many-report.tsx';
import { firstColumn, preview, readLines } from './read-lines.ts';

const LARGEST_FILE = 2 * 1024 * 1024;
const LINES_SHOWN = { minRows: 4, maxRows: 10 };
const EXCERPT = 40;

/** The first problem, with the line that causes it. */
function problemOf(catalog: CatalogDefinition, lines: readonly string[]): string | null {
  const schema = manyOptionsSchema(catalog);
  if (lines.length === 0) return schema.safeParse({ lineas: [] }).error?.issues[0]?.message ?? null;
  for (const line of lines) {
    const issue = schema.safeParse({ lineas: [line] }).error?.issues[0];
    if (issue) return `«${line.slice(0, EXCERPT)}…»: ${issue.message}`;
  }
  return null;
}

async function namesIn(file: File): Promise<string> {
  if (file.size > LARGEST_FILE) throw new Error('El archivo es demasiado grande: no debe pasar de 2 MB.');
  const text = decodeText(await file.arrayBuffer());
  return /\.csv$/i.test(file.name) ? firstColumn(text) : text;
}

interface ManyFormProps {
  catalog: CatalogDefinition;
  /** Called with the first new option. */
  onAdded: (first: string) => void;
  onClose: () => void;
}

/** Adds many options, pasted or from a file, and reports which of them are new. */
export function ManyForm({ catalog, onAdded, onClose }: ManyFormProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [report, setReport] = useState<ManyReport | null>(null);
  const busy = useRef(false);
  const resetFile = useRef<() => void>(null);
  const { release } = useUnsavedChanges(text.trim() !== '' && !report);
  const { lines, repeated } = readLines(text);
  useEffect(() => void focusField('lineas'), []);

  const write = (next: string) => {
    setText(next);
    setProblem(null);
  };
  const choose = async (file: File | null) => {
    if (!file) return;
    await namesIn(file).then(write, (error: unknown) => setProblem(errorMessage(error)));
    resetFile.current?.();
    focusField('lineas');
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current) return;
    const wrong = problemOf(catalog, lines);
    setProblem(wrong);
    if (wrong) return void focusField('lineas');
    busy.current = true;
    setSending(true);
    try {
      const done = await createMany(catalog, lines);
      setReport(done);
      release();
      const [first] = done.agregados;
      if (first !== undefined) onAdded(first);
    } catch (error) {
      const failed = `Hubo un error al guardar la información de ${catalog.entity}.`;
      notify.error({ title: 'Error', message: `${failed}\n${errorDetail(error)}` });
    } finally {
      busy.current = false;
      setSending(false);
      void refreshCatalog(catalog);
    }
  };

  if (report) return <ManyReportView report={report} onClose={onClose} />;
  return (
    <form className={classes.panel} aria-label="Agregar varios" noValidate onSubmit={(event) => void send(event)}>
      <h3>Agregar varios</h3>
      <Textarea
        id="lineas"
        name="lineas"
        label="Uno por línea"
        required
        withAsterisk
        description={text.trim() ? preview({ lines, repeated }) : 'Pega el texto aquí, o elige un archivo CSV o TXT.'}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        error={problem}
        autosize
        {...LINES_SHOWN}
        spellCheck={false}
      />
      <Actions>
        <FileButton resetRef={resetFile} accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} mr="auto" variant="outline" leftSection={<IconFileText size={20} aria-hidden />}>
              Elegir archivo
            </Button>
          )}
        </FileButton>
        <Actions>
          <Button variant="outline" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" color="achiote" loading={sending}>
            Agregar
          </Button>
        </Actions>
      </Actions>
    </form>
  );
}
