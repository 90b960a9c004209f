import { Button, Loader } from '@mantine/core';
import classes from './record-form.module.css';

interface SaveBarProps {
  label: string;
  saving: boolean;
  missing: string[];
  /** How many fields stand against a rule, after the first try. */
  toCorrect: number;
}

/** A label inside a sentence: acronyms stay as they are. */
const inSentence = (label: string) =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLocaleLowerCase('es') + label.slice(1) : label;

function progress(missing: string[], toCorrect: number): string {
  const [only] = missing;
  const wanting =
    missing.length === 0 || !only
      ? ''
      : missing.length === 1
        ? `Falta: ${inSentence(only)}`
        : `Faltan ${missing.length} campos`;
  const wrong = toCorrect > 0 ? `hay ${toCorrect} por corregir` : '';
  const sentence = [wanting, wrong].filter(Boolean).join(' y ');
  return sentence.charAt(0).toLocaleUpperCase('es') + sentence.slice(1);
}

/** The one main action of the form: beside its last fields, or fixed at the bottom of a phone. */
export function SaveBar({ label, saving, missing, toCorrect }: SaveBarProps) {
  return (
    <div className={classes.saveBar}>
      <span className={classes.progress}>{progress(missing, toCorrect)}</span>
      <Button
        type="submit"
        color="achiote"
        // Not `disabled`: the button keeps the focus, and the form ignores a second submit.
        aria-disabled={saving}
        leftSection={saving && <Loader size={18} color="white" aria-hidden />}
      >
        {saving ? 'Guardando…' : label}
      </Button>
    </div>
  );
}
