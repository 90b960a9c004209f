import { RECORD_LIST } from '#domain/records/index.ts';
import { bodyWith, setField } from '../factories.ts';
import type { World } from '../fuzz/world.ts';
import type { Request } from './requests.ts';
import type { AttackRow } from './table.ts';

/** This word is in every text of the handed-over records and nowhere else. */
const WORD = 'TRASPASADA';
const OWN_PLACE = /\{\{(?:spare\.\w+\.(\w+)|(\w+)\.(?:own|brigadeOne))\}\}/g;

/** Creates a woman and a child with a record of each type, and hands them to another brigade. */
export async function createHandedOver({ api, liveToken }: World) {
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

  ids.set('code', (await present.get(`/api/nino/${ids.get('nino')}/codigo`)).body.codigo);

  let token = former.token;
  return {
    /** Requests of the former custodian may have ended her session, so a new token may be needed. */
    async formerToken() {
      token = await liveToken(former.id, token);
      return token;
    },
    /** @returns the text of a request with the handed-over persons in place of the caller's own */
    inPlaceOfOwn: (text: string) => text.replaceAll(OWN_PLACE, (whole, spare, kept) => ids.get(spare ?? kept) ?? whole),
    /**
     * @returns words and ids of the handed-over persons that an answer reveals and the request did not contain; ids alone are allowed for departures
     */
    logLinesAbout: (text: string, { url, body = '' }: Request, { namesDepartures: tellsDepartures }: AttackRow) =>
      [WORD, ...[...ids].flatMap(([kind, id]) => (tellsDepartures && people.includes(kind) ? [] : [id]))].filter(
        (mark) => text.includes(mark) && !`${url} ${body}`.includes(mark),
      ),
  };
}
export type HandedOverRecords = Awaited<ReturnType<typeof createHandedOver>>;
