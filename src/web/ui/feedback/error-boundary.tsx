import { Button } from '@mantine/core';
import { IconMoodConfuzed, IconRefresh } from '@tabler/icons-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Disc } from '#web/ui/shapes/disc.tsx';
import { State } from './state.tsx';

export function BrokenScreen() {
  return (
    <State
      role="alert"
      mark={
        <Disc tone="low">
          <IconMoodConfuzed size={28} aria-hidden />
        </Disc>
      }
      title="Algo salió mal en esta pantalla"
      titleAs="h1"
      message="Lo que ya guardaste está a salvo. Vuelve a cargar la página; si sigue igual, revisa tu conexión."
      action={
        <Button
          variant="outline"
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => window.location.reload()}
        >
          Volver a cargar
        </Button>
      }
    />
  );
}

export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    return this.state.broken ? <BrokenScreen /> : this.props.children;
  }
}
