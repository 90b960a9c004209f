import { RECORD_LIST } from '#domain/records/index.ts';
import { bodyWith, setField } from '../factories.ts';
import type { World } from '../fuzz/world.ts';
import type { Request } from './requests.ts';
import type { AttackRow } from './table.ts';

/** A word of every text of what was handed on; nothing else holds it. */
const WORD = 'TRASPASADA';
const OWN_PLACE = /\{\{(?:spare\.\w+\.(\w+)|(\w+)\.(?:own|brigadeOne))\}\}/g;

/** A woman and a child with a record of each kind, which one brigade recorded and another one has now. */
export async function handOn({ api, liveToken }: World) {
  const [former, present, supervisor] = [
    await api.user('ROLE_BRIGADA'),
    await api.user('ROLE_BRIGADA'),
    await api.user('ROLE_SUPERVISOR'),
  ];
  const ids = new Map<string, string>();
  for (const definition of RECORD_LIST) {
    const body = bodyWith(definition, definition.parent && ids.get(definition.parent.record));
    for (const [name, field] of Object.entries(definition.fields))
      if (field.kind === 'text' && !field.document) setField(definition, body, name, WORD);
    const { status, text, body: made } = await former.post(`/api/${definition.path}`, body);
    if (status !== 201) throw new Error(`${definition.key} was not created: ${text}`);
    ids.set(definition.key, made._id);
  }
  const people: string[] = RECORD_LIST.filter(({ parent }) => !parent).map(({ key }) => key);
  const personas = people.map((kind) => ids.get(kind));
  const handover = { personas, a: present.id, motivo: 'Cambió de sector' };
  const { status, text } = await supervisor.post('/api/traspasos', handover);
  if (status !== 200) throw new Error(`nothing was handed on: ${text}`);

  let token = former.token;
  return {
    /** Of a session that lives: what the former custodian was asked before may have ended it. */
    async formerToken() {
      token = await liveToken(former.id, token);
      return token;
    },
    /** @returns a text of a request with the people handed on in the place of one's own */
    inPlaceOfOwn: (text: string) => text.replaceAll(OWN_PLACE, (whole, spare, kept) => ids.get(spare ?? kept) ?? whole),
    /** @returns what of those people an answer tells that the request did not name; of who left, ids alone may be named */
    toldOf: (text: string, { url, body = '' }: Request, { tellsDepartures }: AttackRow) =>
      [WORD, ...[...ids].flatMap(([kind, id]) => (tellsDepartures && people.includes(kind) ? [] : [id]))].filter(
        (mark) => text.includes(mark) && !`${url} ${body}`.includes(mark),
      ),
  };
}
export type HandedOn = Awaited<ReturnType<typeof handOn>>;
