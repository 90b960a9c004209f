import { Button } from '@mantine/core';
import { IconMoodConfuzed, IconRefresh } from '@tabler/icons-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import classes from './state.module.css';

/** What is left when a screen breaks: one sentence and a way on. */
export function BrokenScreen() {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.disc}>
        <IconMoodConfuzed size={28} aria-hidden />
      </span>
      <h1 className={classes.title}>Algo salió mal en esta pantalla</h1>
      <p className={classes.message}>
        Lo que ya guardaste está a salvo. Vuelve a cargar la página; si sigue igual, revisa tu conexión.
      </p>
      <Button
        variant="outline"
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => window.location.reload()}
      >
        Volver a cargar
      </Button>
    </div>
  );
}

/** Keeps one broken part from taking the rest of the page with it. */
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
