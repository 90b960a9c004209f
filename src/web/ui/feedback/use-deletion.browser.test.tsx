import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { button, confirm, dialog, expectCount, readNotice } from '../../../../tests/support/on-screen.ts';
import { showElement } from '../../../../tests/support/shown.tsx';
import { leaveConfirm } from './confirm-dialog.ts';
import { CONFIRM_RECORD, useDeletion } from './use-deletion.ts';

interface Waiting {
  answer: (message: string) => void;
  refuse: (error: Error) => void;
}

function Row({ sent, onChanged }: { sent: Waiting[]; onChanged: () => void }) {
  const remove = useDeletion<string>({
    confirm: () => CONFIRM_RECORD,
    remove: () =>
      new Promise((resolve, refuse) => {
        sent.push({ answer: (message) => resolve({ message }), refuse });
      }),
    done: (message) => ({ title: 'Éxito', message }),
    failed: (error) => ({ title: 'Error', message: String(error) }),
    onChanged: async () => onChanged(),
  });
  return (
    <button type="button" onClick={() => void remove('uno')}>
      Borrar
    </button>
  );
}

async function open() {
  const sent: Waiting[] = [];
  const counted = { changes: 0 };
  await showElement(<Row sent={sent} onChanged={() => (counted.changes += 1)} />);
  onTestFinished(leaveConfirm);
  return { sent, counted };
}

async function confirmDeletion() {
  await button('Borrar').click();
  await confirm('Eliminar');
  await expect.element(button('Eliminar', dialog())).toHaveAttribute('data-loading');
}

test('the confirmation shows that a deletion is underway, and can be neither pressed again nor closed', async () => {
  const { sent, counted } = await open();
  await confirmDeletion();
  await expect.element(button('Eliminar', dialog())).toBeDisabled();
  await expect.element(button('Cancelar', dialog())).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).toBeVisible();
  expect([sent.length, counted.changes]).toEqual([1, 0]);
  sent[0]?.answer('Se borró');
  await readNotice('Éxito', 'Se borró');
  await expectCount(dialog(), 0);
  await expect.poll(() => counted.changes).toBe(1);
});

test('after a failure the confirmation closes, and the deletion can be tried again', async () => {
  const { sent, counted } = await open();
  await confirmDeletion();
  sent[0]?.refuse(new Error('Sin señal'));
  await readNotice('Error', 'Sin señal');
  await expectCount(dialog(), 0);
  await expect.element(button('Borrar')).toHaveFocus();
  await confirmDeletion();
  sent[1]?.answer('Se borró');
  await readNotice('Éxito');
  await expect.poll(() => [sent.length, counted.changes]).toEqual([2, 2]);
});

test('a confirmation closes when its screen is left, and the deletion goes on', async () => {
  const { sent } = await open();
  await confirmDeletion();
  leaveConfirm();
  await expectCount(dialog(), 0);
  sent[0]?.answer('Se borró');
  await readNotice('Éxito', 'Se borró');
});
