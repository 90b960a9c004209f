import { CONSENTS } from '#domain/device/consents.ts';
import { MY_DAY, setVisited } from '#domain/device/my-day.ts';
import { createDeviceNote } from './device-note.ts';
import { type DraftKeeper, draftKeeper } from './drafts.ts';
import { plainNotes, readPlainNote, removeExpiredPlainNotes, removePlainNote } from './plain-notes.ts';
import { getSession, onSessionChange } from './session.ts';

/** The notes of the signed-in account on this device. They are stored as its drafts are: sealed, unsealed or not yet (rules N2 and N3). */
export const deviceNotes = { myDay: createDeviceNote(MY_DAY), consents: createDeviceNote(CONSENTS) };

const notes = Object.values(deviceNotes);

let account: string | undefined;
let followed: DraftKeeper | null | undefined;
let stopListening = (): void => undefined;

function followAccount(): void {
  const [user, drafts] = [getSession()?._id, draftKeeper.get()];
  if (user === account && drafts === followed) return;
  const isSameAccount = user === account;
  account = user;
  followed = drafts;
  stopListening();
  const own = drafts?.user === user ? drafts : null;
  const sealed = own?.notes ?? null;
  const keeper = user === undefined || own ? sealed : plainNotes(user);
  const listening = keeper?.onChange(() => {
    for (const note of notes) note.reload();
  });
  stopListening = listening ?? (() => undefined);
  for (const note of notes) {
    const { name } = note;
    const left = sealed && user ? readPlainNote(user, name) : null;
    const removeLeft = () => {
      if (sealed && user) removePlainNote(user, name);
    };
    note.setOwner({ keeper, isSameAccount, left, removeLeft });
  }
}

removeExpiredPlainNotes();
draftKeeper.subscribe(followAccount);
onSessionChange(followAccount);
followAccount();
// A page that was open over midnight shows the new day as soon as it is looked at.
window.addEventListener('visibilitychange', () => {
  for (const note of notes) note.renew();
});

/** Ticks a child off for today; a child that was not picked stays out of the day. */
export const tickOff = (id: string): void => deviceNotes.myDay.change((visits) => setVisited(visits, id, true));

/** Removes a deleted or erased person from the account's notes. */
export function dropPerson(id: string): void {
  for (const note of notes) note.removePerson(id);
}
