import { Button, FileButton, Stack, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { codeInAddress } from '#domain/booklet-code.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { type CodeReader, codeReader } from './code-reader.ts';
import { useCamera } from './use-camera.ts';

const CAMERA_TEXTS = {
  starting: 'Abriendo la cámara… Si el navegador pregunta, permite usarla.',
  on: 'Apunta la cámara al código impreso en la libreta.',
  refused: 'No hay permiso para usar la cámara. Permítela en los ajustes del navegador, o elige una foto del código.',
  missing: 'Este equipo no tiene una cámara disponible. Elige una foto del código.',
  insecure: 'La cámara solo funciona en una dirección segura (https). Elige una foto del código.',
} as const;

const NOT_OURS = 'Este código no es de una libreta de este sitio.';
const NOTHING_FOUND = 'No encontramos un código en esta foto. Tómala de cerca, con luz y sin moverla.';
const UNREADABLE = 'No se pudo abrir esta foto. Elige una imagen, por ejemplo JPG o PNG.';
const NO_READER = 'No se pudo cargar el lector de códigos. Revisa tu conexión e inténtalo de nuevo.';

const PAUSE_MS = 150;

/** Reads a code from the camera or from a picture, and accepts only addresses of this installation. */
export function Scanner({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video);
  const [problem, setProblem] = useState('');
  const resetFile = useRef<() => void>(null);

  const accept = (text: string) => {
    const code = codeInAddress(text, location.origin);
    if (code) onCode(code);
    else setProblem(NOT_OURS);
  };
  const latest = useRef(accept);
  latest.current = accept;

  useEffect(() => {
    if (camera !== 'on') return;
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (read: CodeReader) => {
      const text = video.current && (await read(video.current).catch(() => null));
      if (stopped) return;
      if (text) latest.current(text);
      timer = setTimeout(() => void look(read), PAUSE_MS);
    };
    codeReader().then(
      (read) => look(read),
      (error: unknown) => {
        logLoadFailure('el lector de códigos', error);
        if (!stopped) setProblem(NO_READER);
      },
    );
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [camera]);

  const choose = async (file: File | null) => {
    if (!file) return;
    setProblem('');
    // So that the same file can be chosen again.
    resetFile.current?.();
    const picture = await createImageBitmap(file).catch(() => null);
    if (!picture) return setProblem(UNREADABLE);
    const read = await codeReader().catch(() => null);
    if (!read) return setProblem(NO_READER);
    const text = await read(picture).catch(() => null);
    picture.close();
    if (text) accept(text);
    else setProblem(NOTHING_FOUND);
  };

  const isLive = camera === 'starting' || camera === 'on';
  return (
    <Stack gap="sm">
      <Text role="status">{CAMERA_TEXTS[camera]}</Text>
      <video
        ref={video}
        hidden={!isLive}
        muted
        playsInline
        aria-label="Lo que ve la cámara"
        width="100%"
        style={{ aspectRatio: '1', objectFit: 'cover', borderRadius: 'var(--mantine-radius-lg)' }}
      />
      <div role="alert">{problem && <Note>{problem}</Note>}</div>
      <FileButton resetRef={resetFile} accept="image/*" onChange={(file) => void choose(file)}>
        {(props) => (
          <Button {...props} variant="outline" leftSection={<IconPhoto size={20} aria-hidden />}>
            Elegir una foto
          </Button>
        )}
      </FileButton>
    </Stack>
  );
}
